import Dispatch
import Glibc
import Synchronization

/// A program that was started, in a process group of its own.
final class Program: Sendable {
  /// The process.
  let id: pid_t
  private let state = Mutex(State())
  private let output: Int32
  private let errors: Int32

  private struct State {
    var outcome: Outcome?
    var waiters: [CheckedContinuation<Outcome, Never>] = []
    var wasStopped = false
  }

  /// The program could not be started.
  struct NotStarted: Error {
    let arguments: [String]
    let number: Int32
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, looked up in the environment's `PATH`, and what it is given.
  ///   - directory: where it stands.
  ///   - input: what it reads; a descriptor is read as it is, so that a test may go on writing to it.
  init(
    _ arguments: [String], in directory: String, environment: [String: String], input: [UInt8] = [],
    inputDescriptor: Int32? = nil
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
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)

    // `env` goes to the folder and finds the program.
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
    DispatchQueue.global().async { self.waitForEnd() }
  }

  /// Waits for its end; past the limit its whole group is killed.
  func end(within limit: Duration = .seconds(60)) async -> Outcome {
    let (seconds, _) = limit.components
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(seconds))) { [weak self] in
      self?.send(SIGKILL, asStop: true)
    }
    return await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Outcome? in
        if state.outcome == nil { state.waiters.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  /// Whether it has not ended yet.
  var isRunning: Bool { state.withLock { $0.outcome == nil } }

  /// Sends a signal to its whole group, if it still runs.
  func send(_ signal: Int32, asStop: Bool = false) {
    state.withLock { state in
      guard state.outcome == nil else { return }
      if asStop { state.wasStopped = true }
      kill(-id, signal)
    }
  }

  /// What it has written until now.
  func outputSoFar() -> String { String(decoding: Self.content(of: output), as: UTF8.self) }

  private func waitForEnd() {
    // The id stays the program's until it is reaped under the lock, so that no signal meets a stranger.
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
  }

  private static func unnamedFile() -> Int32 {
    var template = Array("/var/tmp/stet-e2e-io-XXXXXX".utf8CString)
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
