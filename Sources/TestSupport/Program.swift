internal import Dispatch
internal import Glibc
internal import Synchronization

/// A running program in its own process group.
package final class Program: Sendable {
  /// The process id.
  package let id: Int32
  private let state = Mutex(State())
  private let output: Int32
  private let errors: Int32

  private struct State {
    var outcome: Outcome?
    var waiters: [CheckedContinuation<Outcome, Never>] = []
    var wasStopped = false
  }

  /// The error for a program that could not be started.
  package struct NotStarted: Error {
    /// The command line.
    package let arguments: [String]
    /// The error number.
    package let number: Int32
  }

  /// The environment of this process.
  package static var ownEnvironment: [String: String] {
    var settings: [String: String] = [:]
    var place = environ
    while let text = place.pointee.map({ String(cString: $0) }) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
      place += 1
    }
    return settings
  }

  /// An environment in which git reads no configuration of this machine and has a fixed author.
  package static let quietGit = [
    "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": "/nonexistent",
    "XDG_CONFIG_HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@example.org", "LC_ALL": "C",
  ]

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, which `PATH` in the environment resolves, and its arguments.
  ///   - directory: the working directory.
  ///   - input: the standard input.
  ///   - inputDescriptor: a descriptor as standard input instead, so that a test can write to it later.
  package convenience init(
    _ arguments: [String], in directory: String, environment: [String: String], input: [UInt8] = [],
    inputDescriptor: Int32? = nil
  ) throws {
    try self.init(starting: arguments, directory, environment, input, inputDescriptor)
    DispatchQueue(label: "test.program").async { self.waitForEnd() }
  }

  private init(
    starting arguments: [String], _ directory: String, _ environment: [String: String], _ input: [UInt8],
    _ inputDescriptor: Int32?
  ) throws {
    let output = Self.unnamedFile()
    let errors = Self.unnamedFile()
    let given = inputDescriptor ?? Self.unnamedFile()
    if inputDescriptor == nil {
      _ = input.withUnsafeBytes { write(given, $0.baseAddress, $0.count) }
      lseek(given, 0, SEEK_SET)
    }
    defer { if inputDescriptor == nil { close(given) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in [(given, Int32(0)), (output, 1), (errors, 2)] {
      posix_spawn_file_actions_adddup2(&actions, from, to)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A test's thread may block signals, and the child process would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A shell ignores these signals for a test run in the background, and the child process would, too.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGHUP, SIGTERM] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)

    // `env` changes to the directory and finds the program.
    let line = ["/usr/bin/env", "-C", directory] + arguments
    var pointers = line.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (pointers + settings).forEach { free($0) } }
    var id = pid_t()
    let number = posix_spawn(&id, line[0], &actions, &attributes, &pointers, &settings)
    guard number == 0 else {
      close(output)
      close(errors)
      throw NotStarted(arguments: arguments, number: number)
    }
    self.id = id
    self.output = output
    self.errors = errors
  }

  /// Runs a program to its end on the calling thread; kills its process group after the timeout.
  package static func run(
    _ arguments: [String], in directory: String = "/", environment: [String: String] = quietGit, input: [UInt8] = [],
    within limit: Duration = .seconds(120)
  ) throws -> Outcome {
    let program = try Program(starting: arguments, directory, environment, input, nil)
    program.stop(after: limit)
    return program.waitForEnd()
  }

  /// Runs a shell command to its end on the calling thread.
  @discardableResult
  package static func shell(
    _ line: String, in directory: String = "/", environment: [String: String] = quietGit, input: [UInt8] = [],
    within limit: Duration = .seconds(120)
  ) throws -> Outcome {
    try run(["sh", "-c", line], in: directory, environment: environment, input: input, within: limit)
  }

  /// Waits for the end of the program; kills its process group after the timeout.
  package func end(within limit: Duration = .seconds(60)) async -> Outcome {
    stop(after: limit)
    return await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Outcome? in
        if state.outcome == nil { state.waiters.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func stop(after limit: Duration) {
    DispatchQueue(label: "test.limit").asyncAfter(deadline: .now() + .seconds(Int(limit.components.seconds))) {
      [weak self] in
      self?.send(SIGKILL, asStop: true)
    }
  }

  /// The result; nil while the program runs.
  package var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Whether the program still runs.
  package var isRunning: Bool { outcome == nil }

  /// Sends a signal to the process group, if the program still runs.
  package func send(_ signal: Int32, asStop: Bool = false) {
    state.withLock { state in
      guard state.outcome == nil else { return }
      if asStop { state.wasStopped = true }
      Glibc.kill(-id, signal)
    }
  }

  /// Kills the process group, if the program still runs.
  package func kill() { send(SIGKILL) }

  /// Returns the standard output so far.
  package func outputSoFar() -> String { String(decoding: Self.content(of: output), as: UTF8.self) }

  @discardableResult
  private func waitForEnd() -> Outcome {
    // The kernel keeps the id for this program until it is reaped under the lock, so that no signal reaches another
    // process.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let (outcome, waiters) = state.withLock { state in
      var status: Int32 = 0
      waitpid(id, &status, 0)
      let outcome = Outcome(
        status: status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f), wasStopped: state.wasStopped,
        bytes: Self.content(of: output), errors: String(decoding: Self.content(of: errors), as: UTF8.self))
      state.outcome = outcome
      defer { state.waiters = [] }
      return (outcome, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
    return outcome
  }

  private static func unnamedFile() -> Int32 {
    var template = Array("/var/tmp/stet-test-io-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func content(of descriptor: Int32) -> [UInt8] {
    var information = stat()
    fstat(descriptor, &information)
    return [UInt8](unsafeUninitializedCapacity: Int(information.st_size)) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  deinit {
    close(output)
    close(errors)
  }
}

extension Program {
  /// Returns the absolute path of a program that is built beside the tests: the nearest file with the name in a folder
  /// above the tests' own program.
  ///
  /// - Parameter variable: the environment variable that names another path.
  /// - Returns: nil if there is no such file.
  package static func built(_ name: String, variable: String) -> String? {
    if let path = getenv(variable) { return String(cString: path) }
    guard let tests = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(tests) }
    var folder = String(cString: tests).split(separator: "/").map(String.init)
    while folder.popLast() != nil {
      let candidate = "/" + (folder + [name]).joined(separator: "/")
      var status = stat()
      if access(candidate, X_OK) == 0, stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        return candidate
      }
    }
    return nil
  }
}
