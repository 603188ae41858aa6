internal import Dispatch
internal import Glibc
internal import Sessions

/// The signals by which a running session is paused.
enum SessionSignals {
  /// The time in which a tool may end after a signal.
  private static let limit = Duration.milliseconds(1_500)

  /// Pauses a session at the first SIGTERM or SIGINT of this process, which ends within two seconds. The result must be
  /// kept until then.
  static func pauseAtEnd(_ runner: SessionRunner) -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "stet.signals")
    return [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        Task {
          await runner.pause()
          try? await Task.sleep(for: limit)
          await runner.pauseAtOnce()
          exit(0)
        }
      }
      source.activate()
      return source
    }
  }

  /// Requests that the process that runs a session pauses it.
  static func pause(_ process: Int32) { kill(process, SIGTERM) }
}
