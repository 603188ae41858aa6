package import GitProcess
internal import Processes
internal import Subprocess
internal import Synchronization
internal import SystemPackage

extension Hearing {
  /// The silence after which the server counts as unreachable: three beats.
  package static let silenceLimit = Duration.seconds(15)

  /// Makes a listener on a server: a small script in its shell, over the connection that git's children share.
  ///
  /// - Parameters:
  ///   - address: the server and the directory there.
  ///   - setting: environment and ssh command, as for git's children.
  ///   - silence: the silence after which the connection is closed.
  ///   - poll: the longest time after which the script sees a move of which nothing gave it a hint.
  package static func ssh(
    _ address: SSHAddress, setting: GitSetting, silence: Duration = silenceLimit,
    poll: Duration = .milliseconds(200)
  ) -> Hearing {
    let announcer = Announcer()
    return Hearing(kind: .ssh, announce: { announcer.announce() }) { branch in
      let pushes = announcer.start()
      return AsyncStream(bufferingPolicy: .bufferingNewest(16)) { stream in
        let task = Task {
          let script = ListenerScript.text(path: address.path, branch: branch, poll: poll)
          await run(script, on: address, setting: setting, silence: silence, pushes: pushes) { stream.yield($0) }
          stream.finish()
        }
        stream.onTermination = { _ in task.cancel() }
      }
    }
  }

  private static func run(
    _ script: String, on address: SSHAddress, setting: GitSetting, silence: Duration, pushes: AsyncStream<Void>,
    tell: @escaping @Sendable (HearingEvent) -> Void
  ) async {
    let progress = ChildProgress()
    let child = setting.secureShell(address, ListenerScript.command(for: script))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard (try? ChildDescriptors.require()) != nil else { return }
        _ = try? await Subprocess.run(
          child.configuration, input: .inputWriter, output: .sequence, error: .discarded
        ) { execution in
          async let _: Void = write(script, then: pushes, to: execution.standardInputWriter)
          var reader = ListenerLine()
          var rest: [UInt8] = []
          for try await buffer in execution.standardOutput {
            let bytes = buffer.withUnsafeBytes { Array($0) }
            progress.note(bytes)
            rest += bytes
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
              let line = String(decoding: rest[..<end], as: UTF8.self)
              rest.removeSubrange(...end)
              guard let event = reader.read(line) else { continue }
              tell(event)
              if case .unsupported = event { return }
            }
            // The script writes no line of this length, so this is another program.
            if rest.count > 4_096 { return }
          }
        }
      }
      group.addTask {
        // The first line may take as long as a connection does.
        let deadline = ChildDeadline(stall: silence, answer: silence)
        while !Task.isCancelled, progress.due(deadline) > .now {
          try? await ContinuousClock().sleep(until: progress.due(deadline))
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Writes the script and a line for each push, and closes the input with the task: that ends the script at once.
  private static func write(
    _ script: String, then pushes: AsyncStream<Void>, to writer: StandardInputWriter
  ) async {
    var isRead = (try? await writer.write(script)) != nil
    for await _ in pushes where isRead { isRead = (try? await writer.write(ListenerScript.pushed)) != nil }
    try? await writer.finish()
  }
}

/// Passes the pushes of this machine to the running listener.
private final class Announcer: Sendable {
  private let running = Mutex<AsyncStream<Void>.Continuation?>(nil)

  /// Returns the pushes from now on; the stream of an earlier listener ends.
  func start() -> AsyncStream<Void> {
    // Pushes that were not announced yet are one hint.
    let (pushes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    running.withLock { running in
      running?.finish()
      running = continuation
    }
    return pushes
  }

  /// Announces a push; does nothing if no listener runs.
  func announce() { running.withLock { _ = $0?.yield() } }
}
