internal import Dispatch
internal import Glibc
internal import Sessions

/// The process that runs a session, with the signals that pause it.
enum SessionProcess {
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

  /// Lets the signals end this process again.
  static func stopPausing(_ sources: [any DispatchSourceSignal]) {
    for source in sources { source.cancel() }
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
  }

  /// Requests that the process that runs a session pauses it.
  static func pause(_ process: Int32) { kill(process, SIGTERM) }
}
