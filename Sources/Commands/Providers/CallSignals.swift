internal import Dispatch
internal import Glibc
internal import Models
internal import Synchronization

/// The signals that cancel a call of a model: a headless agent ends with all processes that it started, and the command
/// records and shows what arrived before it exits. A reader of standard output that leaves cancels the call as well.
///
/// A signal that the program ignores from its start, such as SIGHUP under `nohup`, has no effect.
final class CallSignals: Sendable {
  /// The time after which the process ends, whatever the call does.
  private static let longest = DispatchTimeInterval.seconds(10)
  private static let endings: [Int32: CommandStatus] = [
    SIGHUP: .hungUp, SIGINT: .interrupted, SIGTERM: .terminated,
  ]

  private struct State {
    var ending: CommandStatus?
    var cancel: (@Sendable () -> Void)?
    var isOver = false
  }

  private let state = Mutex(State())
  private let sources = Mutex<[Int32: any DispatchSourceSignal]>([:])
  private let queue = DispatchQueue(label: "stet.call.signals")
  private let reader: OutputReader

  /// Creates the signals of a command.
  ///
  /// - Parameter reader: the reader of the command's output.
  init(_ reader: OutputReader) { self.reader = reader }

  /// Begins to take signals.
  private func begin() {
    reader.onLeaving { [weak self] in self?.take(.unread) }
    for (number, ending) in Self.endings where !Self.ignores(number) {
      sources.withLock { sources in
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { [weak self] in self?.take(ending) }
        source.activate()
        sources[number] = source
      }
    }
  }

  /// Ignores a signal from now on; returns whether it was ignored before.
  private static func ignores(_ number: Int32) -> Bool {
    unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The exit code of a command whose call a signal cancelled; nil if none did.
  var ending: CommandStatus? { state.withLock { $0.ending } }

  /// Lets the signals end this process again.
  func end() {
    state.withLock { $0.isOver = true }
    reader.onLeaving(nil)
    for (number, source) in sources.withLock({ $0 }) {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }

  private func take(_ ending: CommandStatus) {
    let (isFirst, cancel) = state.withLock { state in
      defer { state.ending = state.ending ?? ending }
      return (state.ending == nil && !state.isOver, state.cancel)
    }
    // A closed terminal sends its signal more than once.
    guard isFirst else { return }
    cancel?()
    queue.asyncAfter(deadline: .now() + Self.longest) { [weak self] in
      if self?.state.withLock({ $0.isOver }) == false { exit(ending.rawValue) }
    }
  }

  /// Calls a model; from now on a signal cancels the call instead of ending this process.
  ///
  /// - Returns: the answer; if a signal cancelled the call before any of it arrived, an empty one with the estimated tokens
  ///   of the request, which the provider may charge.
  /// - Throws: `ModelFault` if there was no output.
  func call(
    _ request: ModelRequest, of provider: Provider, key: String?, by caller: ModelCaller,
    onEvent: @escaping @Sendable (ModelEvent) -> Void
  ) async throws(ModelFault) -> ModelAnswer {
    begin()
    let work = Task { () async -> Result<ModelAnswer, ModelFault> in
      do throws(ModelFault) {
        return .success(try await caller.call(request, of: provider, key: key, onEvent: onEvent))
      } catch {
        return .failure(error)
      }
    }
    let wasEnded = state.withLock { state in
      state.cancel = { work.cancel() }
      return state.ending != nil
    }
    if wasEnded { work.cancel() }
    switch await work.value {
    case .success(let answer): return answer
    case .failure(let fault):
      guard ending != nil else { throw fault }
      let model = provider.model(request.tier)
      let usage = TokenUsage(input: TokenEstimate.tokens(of: request))
      return ModelAnswer(
        blocks: [], stop: .cut(.cancelled), model: model.name, usage: usage, cost: model.price?.cost(of: usage))
    }
  }
}
