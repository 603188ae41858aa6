internal import Processes
package import Subprocess
package import SystemPackage

/// A child program that is started, read and, if needed, killed with all processes that it started (rule 7).
package struct ChildProcess: Hashable, Sendable {
  /// The program: an absolute path, or a name to search in the environment's `PATH`.
  package var program: String
  package var arguments: [String]
  /// Its whole environment.
  package var environment: [String: String]
  /// Its working directory.
  package var directory: FilePath
  /// The text for its standard input; nil for none.
  package var input: String?

  /// Makes a description; nothing is started.
  package init(program: String, arguments: [String], environment: [String: String], directory: FilePath) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// Returns the same child with a limit on the size of each file that it or its children write; a larger write fails.
  func writingFiles(ofAtMost bytes: Int) -> ChildProcess {
    var child = self
    child.program = "/bin/sh"
    // POSIX counts blocks of 512 bytes. A lower limit that is set already stays.
    child.arguments =
      ["-c", "trap '' XFSZ; ulimit -f \((bytes + 511) / 512) 2>/dev/null; exec \"$@\"", "sh", program] + arguments
    return child
  }

  /// Starts the program and waits for its end.
  ///
  /// It runs in a session of its own: it has no terminal to ask on, and killing it kills its whole group, including
  /// ssh. Cancelling the calling task kills it.
  ///
  /// - Throws: `TransportError.timedOut` after silence beyond the deadline, `.cancelled`, `.failed` if it cannot be
  ///   started. An exit status other than 0 is a result.
  package func run(deadline: ChildDeadline) async throws(TransportError) -> ChildResult {
    let progress = ChildProgress()
    let first: Ending?
    do {
      first = try await withThrowingTaskGroup(of: Ending.self) { group in
        group.addTask { try await .ended(self.collect(progress)) }
        group.addTask { try await Self.watch(progress, deadline) }
        defer { group.cancelAll() }
        return try await group.next()
      }
    } catch is CancellationError {
      throw .cancelled
    } catch {
      if Task.isCancelled { throw .cancelled }
      throw .failed("\(program) could not be run: \(error)")
    }
    switch first {
    case .ended(let result):
      if Task.isCancelled { throw .cancelled }
      return result
    case .silent(let limit): throw .timedOut(seconds: limit)
    case nil: throw .cancelled
    }
  }

  private enum Ending: Sendable {
    case ended(ChildResult)
    case silent(Int)
  }

  private static func watch(_ progress: ChildProgress, _ deadline: ChildDeadline) async throws -> Ending {
    let start = ContinuousClock.now
    while true {
      let due = progress.due(deadline)
      if ContinuousClock.now >= due { return .silent(max(1, Int((ContinuousClock.now - start).components.seconds))) }
      try await ContinuousClock().sleep(until: due)
    }
  }

  private func collect(_ progress: ChildProgress) async throws -> ChildResult {
    try ChildDescriptors.require()
    guard let input else {
      let outcome = try await Subprocess.run(
        configuration, input: .none, output: .bytes(limit: 1 << 20), error: .sequence
      ) { execution in try await Self.hear(execution.standardError, progress) }
      return Self.result(outcome.terminationStatus, outcome.standardOutput, progress)
    }
    let outcome = try await Subprocess.run(
      configuration, input: .inputWriter, output: .bytes(limit: 1 << 20), error: .sequence
    ) { execution in
      async let written: Void = execution.standardInputWriter.writeAll(input)
      try await Self.hear(execution.standardError, progress)
      await written
    }
    return Self.result(outcome.terminationStatus, outcome.standardOutput, progress)
  }

  private static func hear(_ errors: SubprocessOutputSequence, _ progress: ChildProgress) async throws {
    for try await buffer in errors { progress.note(buffer.withUnsafeBytes { Array($0) }) }
  }

  private static func result(
    _ status: TerminationStatus, _ output: [UInt8], _ progress: ChildProgress
  ) -> ChildResult {
    ChildResult(
      status: status.shellStatus, output: String(decoding: output, as: UTF8.self), errors: progress.text)
  }

  /// The configuration for the process library.
  package var configuration: Configuration {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))
    ]
    return Configuration(
      executable: ProgramSearch.executable(program, path: environment["PATH"]), arguments: Arguments(arguments),
      environment: .only(environment), workingDirectory: directory, platformOptions: options)
  }
}

/// The result of a child that ended.
package struct ChildResult: Hashable, Sendable {
  /// The exit status; 128 + signal if a signal ended the child.
  package var status: Int32
  /// Its standard output, at most 1 MiB.
  package var output: String
  /// The last 64 KiB of its standard error.
  package var errors: String
}
