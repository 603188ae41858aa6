internal import Dispatch
internal import Glibc
internal import Sessions
internal import Synchronization

/// The signals by which other processes end the work on a session.
enum SessionProcess {
  /// The time in which a tool may end after SIGTERM and SIGINT, and after a person's command.
  private static let (short, long) = (Duration.milliseconds(1_500), Duration.milliseconds(4_000))
  /// The signals with the end that each requests. A person's commands send the last two, after which a process that runs
  /// the queue goes on.
  private static let endings: [Int32: SessionRunner.Ending] = [
    SIGTERM: .pause, SIGINT: .pause, SIGUSR2: .pause, SIGUSR1: .cancel,
  ]

  /// The handlers of the signals, and of a reader of standard output that leaves, while a session runs.
  struct Handlers {
    fileprivate let sources: [any DispatchSourceSignal]
    fileprivate let rest: Rest
    fileprivate let reader: OutputReader

    /// Lets the signals end this process again.
    func end() {
      rest.begin()
      reader.onLeaving(nil)
      for source in sources { source.cancel() }
      for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
      SessionProcess.ignoreRequests()
    }
  }

  /// The state that the session rests.
  fileprivate final class Rest: Sendable {
    private let value = Mutex(false)

    /// Whether the session rests.
    var hasBegun: Bool { value.withLock { $0 } }

    /// Notes that the session rests.
    func begin() { value.withLock { $0 = true } }
  }

  /// Lets requests of other processes pass without effect while no session works: they are repeated.
  static func ignoreRequests() {
    for number in [SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
  }

  /// Ends a session's work at a signal of this process. After SIGTERM and SIGINT the process ends within two seconds, after
  /// the other signals only if a tool does not end by then. A reader of standard output that leaves counts as SIGTERM.
  ///
  /// - Parameters:
  ///   - reader: the reader of standard output.
  ///   - finish: shows the state of a session whose work was ended in the middle; returns the exit code.
  static func endAtSignals(
    _ runner: SessionRunner, _ reader: OutputReader, finish: @escaping @Sendable (SessionRecord) -> CommandStatus
  ) -> Handlers {
    let queue = DispatchQueue(label: "stet.signals")
    let rest = Rest()
    let end = { @Sendable (ending: SessionRunner.Ending, status: CommandStatus?) -> Void in
      Task {
        await runner.end(ending)
        try? await Task.sleep(for: status == nil ? long : short)
        guard !rest.hasBegun else {
          if let status { exit(status.rawValue) }
          return
        }
        exit(finish(await runner.endAtOnce(ending)).rawValue)
      }
    }
    reader.onLeaving { end(.pause, .unread) }
    let sources = endings.map { number, ending -> any DispatchSourceSignal in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { end(ending, number == SIGTERM || number == SIGINT ? .done : nil) }
      source.activate()
      return source
    }
    return Handlers(sources: sources, rest: rest, reader: reader)
  }

  /// Renews the lease of a session until the task is cancelled, and pauses the session at its end.
  static func renew(_ lease: LeaseKeeper, _ runner: SessionRunner) -> Task<Void, Never> {
    Task { await lease.attend { await runner.end(.pause) } }
  }

  /// Requests that the process that runs a session pauses or cancels it; a request has no effect before the session works.
  static func request(_ ending: SessionRunner.Ending, of process: Int32) {
    kill(process, ending == .cancel ? SIGUSR1 : SIGUSR2)
  }
}
