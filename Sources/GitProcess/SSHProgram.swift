package import LargeFiles
internal import Processes
internal import Subprocess
internal import Synchronization

/// Programs on a server, started by ssh as git's children are.
package struct SSHProgram: ServerProgram {
  private let address: SSHAddress
  private let setting: GitSetting
  private let stall: Duration

  /// Names a server; nothing is started.
  ///
  /// - Parameter stall: the time for which both sides may be silent.
  package init(_ address: SSHAddress, _ setting: GitSetting, stall: Duration) {
    self.address = address
    self.setting = setting
    self.stall = stall
  }

  /// The account and the server.
  package var host: String { address.destination }

  private enum Ending<Value: Sendable>: Sendable {
    case ended(Value, ServerProgramEnd)
    case silent
  }

  /// Runs a command line on the server; silence, and cancelling the task, end the child.
  package func run<Value: Sendable>(
    _ command: String, _ body: @escaping @Sendable (any ServerStream) async -> Value
  ) async -> Result<(value: Value, end: ServerProgramEnd), TransferFault> {
    let progress = ChildProgress()
    let deadline = ChildDeadline(stall: stall, answer: stall)
    let child = setting.secureShell(address, command)
    do {
      let first = try await withThrowingTaskGroup(of: Ending<Value>.self) { group in
        group.addTask {
          let (value, end) = try await Self.exchange(child, progress, body)
          return .ended(value, end)
        }
        group.addTask {
          while progress.due(deadline) > .now { try await ContinuousClock().sleep(until: progress.due(deadline)) }
          return .silent
        }
        defer { group.cancelAll() }
        return try await group.next()
      }
      if Task.isCancelled { return .failure(.cancelled) }
      guard case .ended(let value, let end) = first else { return .failure(.stalled) }
      return .success((value, end))
    } catch {
      return .failure(Task.isCancelled ? .cancelled : .offline("ssh could not be run: \(error)"))
    }
  }

  private static func exchange<Value: Sendable>(
    _ child: ChildProcess, _ progress: ChildProgress, _ body: @escaping @Sendable (any ServerStream) async -> Value
  ) async throws -> (Value, ServerProgramEnd) {
    try ChildDescriptors.require()
    let outcome = try await Subprocess.run(
      child.configuration, input: .inputWriter, output: .sequence, error: .sequence
    ) { execution in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            for try await buffer in execution.standardError { progress.note(buffer.withUnsafeBytes { Array($0) }) }
          } catch {
            // The output until then is all that there is.
          }
        }
        let stream = Stream(execution.standardInputWriter, execution.standardOutput.makeAsyncIterator(), progress)
        let value = await body(stream)
        await stream.finish()
        // A program without further input ends, and its last output may explain a failure.
        await group.waitForAll()
        return value
      }
    }
    return (
      outcome.closureResult,
      ServerProgramEnd(status: outcome.terminationStatus.shellStatus, errors: progress.text)
    )
  }

  /// The child's standard input and output.
  private final class Stream: ServerStream {
    private let writer: StandardInputWriter
    private var iterator: SubprocessOutputSequence.Iterator
    private let progress: ChildProgress

    init(_ writer: StandardInputWriter, _ iterator: SubprocessOutputSequence.Iterator, _ progress: ChildProgress) {
      self.writer = writer
      self.iterator = iterator
      self.progress = progress
    }

    func read() async -> [UInt8]? {
      guard let buffer = try? await iterator.next() else { return nil }
      progress.note([])
      return buffer.withUnsafeBytes { Array($0) }
    }

    func write(_ bytes: [UInt8]) async -> Bool {
      let count = try? await writer.write(bytes)
      progress.note([])
      return count == bytes.count
    }

    func finish() async { try? await writer.finish() }
  }
}
