internal import Subprocess
internal import SystemPackage

extension Hearing {
  /// The silence after which the server counts as unreachable: three beats.
  package static let silenceLimit = Duration.seconds(15)

  /// Makes a listener on a server: a small script in `ssh HOST sh -s`, over the connection that git's children share.
  ///
  /// - Parameters:
  ///   - address: the server and the directory there.
  ///   - setting: environment and ssh command, as for git's children.
  ///   - silence: the silence after which the connection is closed.
  package static func ssh(
    _ address: SSHAddress, setting: GitSetting, silence: Duration = silenceLimit
  ) -> Hearing {
    Hearing(kind: .ssh) { branch in
      AsyncStream(bufferingPolicy: .bufferingNewest(16)) { stream in
        let task = Task {
          await listen(to: address, branch: branch, setting: setting, silence: silence) { stream.yield($0) }
          stream.finish()
        }
        stream.onTermination = { _ in task.cancel() }
      }
    }
  }

  private static func listen(
    to address: SSHAddress, branch: String, setting: GitSetting, silence: Duration,
    tell: @escaping @Sendable (HearingEvent) -> Void
  ) async {
    let progress = ChildProgress()
    let script = ListenerScript.text(path: address.path, branch: branch)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard (try? ChildDescriptors.require()) != nil else { return }
        _ = try? await Subprocess.run(
          setting.secureShell(address, "exec sh -s").configuration, input: .inputWriter, output: .sequence,
          error: .discarded
        ) { execution in
          async let _: Void = execution.standardInputWriter.writeAll(script)
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
}
