internal import Glibc

/// A copy of this program that continues when its starter ends.
struct DetachedProcess: Sendable {
  /// The process id.
  let pid: Int32
  /// The read end of the pipe for the process's report; the owner closes it.
  let report: Int32

  /// The number of the pipe's write end in the process.
  static let reportDescriptor: Int32 = 3

  /// Starts `executable` in a session of its own, with no input and no output but the report.
  ///
  /// - Throws: `SocketError.system` if no process could be created.
  init(executable: String, arguments: [String], environment: [String: String]) throws(SocketError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", path: executable, code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A duplicate onto itself would stay closed on exec.
    if ends[1] == Self.reportDescriptor {
      let other = fcntl(ends[1], F_DUPFD_CLOEXEC, Self.reportDescriptor + 1)
      let code = errno
      close(ends[1])
      ends[1] = other
      guard other >= 0 else {
        close(ends[0])
        throw .system(call: "fcntl", path: executable, code: code)
      }
    }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // A daemon must not keep the pipes and files of its starter's starter open for its whole life.
    for inherited in InheritedDescriptors.beyondStandard { posix_spawn_file_actions_addclose(&actions, inherited) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_adddup2(&actions, ends[1], Self.reportDescriptor)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID (0x80) is hidden from Swift; glibc 2.26 and later.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | 0x80))

    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, executable, &actions, &attributes, words, variables)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw .system(call: "posix_spawn", path: executable, code: code)
    }
    self.pid = pid
    report = ends[0]
  }

  /// Waits for the report, at most `seconds`; nil if the process ended without one or sent none. Blocks its thread.
  func waitForReport(seconds: Int32) -> StartReport? {
    defer { close(report) }
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !line.contains(UInt8(ascii: "\n")), line.count < 1 << 20 {
      var waiting = pollfd(fd: report, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, seconds * 1000)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = read(report, &buffer, buffer.count)
      guard count > 0 else { break }
      line.append(contentsOf: buffer[..<count])
    }
    let result = StartReport(line: line)
    // A process that serves continues; any other ends at once and must not stay as a zombie.
    if result != .serves { waitForEnd(milliseconds: 10_000) }
    return result
  }

  /// Waits for the process's end with a timeout: a process without a report may serve nevertheless.
  private func waitForEnd(milliseconds: Int32) {
    ProcessEnd(of: pid)?.block(milliseconds: milliseconds)
    var status: Int32 = 0
    waitpid(pid, &status, WNOHANG)
  }
}

/// The descriptors that a child of this process would get.
enum InheritedDescriptors {
  /// The descriptors beside standard input, output and error that are not closed on exec: pipes and files of this
  /// program's starter.
  static var beyondStandard: [Int32] {
    KernelNumbers.list("/proc/self/fd").filter { $0 > 2 && fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
  }
}
