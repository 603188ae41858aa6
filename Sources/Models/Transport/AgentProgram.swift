internal import Processes
internal import Subprocess
internal import SystemPackage

/// A piece of the output of a headless agent.
enum AgentPiece: Sendable {
  /// The next bytes of its standard output.
  case bytes([UInt8])
  /// Its end: the exit status (128 + signal if a signal ended it) and the last words of its standard error, or a fault.
  case ended(Result<AgentEnd, ModelFault>)
}

/// The end of a headless agent.
struct AgentEnd: Hashable, Sendable {
  /// The exit status.
  var status: Int32
  /// The last words of its standard error.
  var errors: String
}

/// A headless agent that runs as a child process in a session of its own: it has no terminal to ask on.
struct AgentProgram: Sendable {
  /// The program and its arguments.
  let words: [String]
  /// Its whole environment.
  let environment: [String: String]
  /// Its working directory.
  let directory: String
  /// The timeout after which it is killed with all processes that it started.
  let limit: Duration

  /// Starts the program with a text as its standard input.
  ///
  /// - Returns: the output, of which the last element is `.ended`, and the task whose cancellation kills the program.
  func start(_ input: String) -> (pieces: AsyncStream<AgentPiece>, task: Task<Void, Never>) {
    let (pieces, continuation) = AsyncStream.makeStream(of: AgentPiece.self)
    let task = Task {
      continuation.yield(.ended(await end(input) { continuation.yield(.bytes($0)) }))
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return (pieces, task)
  }

  private func end(_ input: String, _ take: @escaping @Sendable ([UInt8]) -> Void) async -> Result<AgentEnd, ModelFault>
  {
    await withTaskGroup(of: Result<AgentEnd, ModelFault>.self) { group in
      group.addTask { await run(input, take) }
      group.addTask {
        try? await ContinuousClock().sleep(for: limit)
        let milliseconds = Int(limit / .milliseconds(1))
        return .failure(.command("'\(words.first ?? "")' did not end within \(milliseconds) ms and was killed"))
      }
      let first = await group.next()
      group.cancelAll()
      if Task.isCancelled { return .failure(.cancelled) }
      return first ?? .failure(.cancelled)
    }
  }

  private func run(
    _ input: String, _ take: @escaping @Sendable ([UInt8]) -> Void
  ) async -> Result<AgentEnd, ModelFault> {
    guard let program = words.first, let path = ProgramSearch.find(program, path: environment["PATH"]) else {
      return .failure(.settings("there is no program '\(words.first ?? "")' in PATH"))
    }
    do {
      try ChildDescriptors.require()
      let outcome = try await Subprocess.run(
        configuration(path), input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        async let written: Void = execution.standardInputWriter.writeAll(input)
        async let errors = tail(execution.standardError)
        for try await buffer in execution.standardOutput { take(buffer.withUnsafeBytes { Array($0) }) }
        await written
        return try await errors
      }
      let errors = String(decoding: outcome.closureResult, as: UTF8.self)
      return .success(AgentEnd(status: outcome.terminationStatus.shellStatus, errors: errors))
    } catch {
      return .failure(Task.isCancelled ? .cancelled : .command("\(program) could not be run: \(error)"))
    }
  }

  private func tail(_ errors: SubprocessOutputSequence) async throws -> [UInt8] {
    var tail: [UInt8] = []
    for try await buffer in errors {
      tail += buffer.withUnsafeBytes { Array($0) }
      if tail.count > 8_192 { tail.removeFirst(tail.count - 4_096) }
    }
    return tail
  }

  private func configuration(_ path: String) -> Configuration {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500)),
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500)),
    ]
    return Configuration(
      executable: .path(FilePath(path)), arguments: Arguments(Array(words.dropFirst())),
      environment: .only(environment),
      workingDirectory: FilePath(directory), platformOptions: options)
  }
}
