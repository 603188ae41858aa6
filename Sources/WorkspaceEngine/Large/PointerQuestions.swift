internal import FolderKeeping
internal import Sync
internal import Synchronization
internal import Threads

/// Asks the remote about edited pointers, in rounds: one runs at a time, and at most one waits for it.
///
/// Pointers whose content the remote has become versions of their paths; the others are reported.
final class PointerQuestions: Sendable {
  private struct Rounds {
    var running: Task<Void, Never>?
    var next: Task<Void, Never>?
    /// The streams that finish when no round runs or waits.
    var listeners: [AsyncStream<Void>.Continuation] = []
    var isIdle: Bool { running == nil && next == nil }
  }

  private let keeper: FolderKeeper
  private let exchange: CurrentExchange
  private let contents: LargeContents
  private let rounds = Mutex(Rounds())

  /// Makes the questions of a folder; no round runs.
  init(keeper: FolderKeeper, exchange: CurrentExchange, contents: LargeContents) {
    self.keeper = keeper
    self.exchange = exchange
    self.contents = contents
  }

  /// Starts a round after the one that runs, beside all other work; a round that has not begun yet serves all callers.
  func ask() {
    rounds.withLock { rounds in
      if rounds.next != nil { return }
      let before = rounds.running
      rounds.next = Task {
        await before?.value
        self.begin()
        await self.askNow()
        self.end()
      }
    }
  }

  /// Waits until no round runs or waits, until the deadline passes, or until the caller is cancelled.
  func wait(until end: ContinuousClock.Instant) async {
    let (rest, listener) = AsyncStream.makeStream(of: Void.self)
    let isIdle = rounds.withLock { rounds in
      if !rounds.isIdle { rounds.listeners.append(listener) }
      return rounds.isIdle
    }
    guard !isIdle else { return }
    let timer = Task {
      try? await Task.sleep(until: end, clock: .continuous)
      listener.finish()
    }
    for await _ in rest {}
    timer.cancel()
  }

  private func askNow() async {
    let edited = await keeper.run { $0.work.pointers.pointersToAskAbout() }
    guard !edited.isEmpty else { return }
    guard let objects = exchange.objects else { return await keeper.run { $0.work.pointers.reportUnasked(edited) } }
    let pointers = edited.map(\.pointer)
    guard case .success(let said) = await objects.link.holds(pointers),
      case .success(let damaged) = await objects.link.damaged(pointers.filter { said.contains($0.id) })
    else { return await keeper.run { $0.work.pointers.reportUnasked(edited) } }
    let held = said.subtracting(damaged)
    await onThread("stet.objects") { [known = objects.known] in known.add(held) }
    // Contents that the policy wants here are downloaded at once.
    if await keeper.take(edited, held: held) { await contents.downloadWanted() }
  }

  private func end() {
    let listeners = rounds.withLock { rounds in
      rounds.running = nil
      defer { if rounds.isIdle { rounds.listeners = [] } }
      return rounds.isIdle ? rounds.listeners : []
    }
    for listener in listeners { listener.finish() }
  }

  private func begin() {
    rounds.withLock { rounds in
      rounds.running = rounds.next
      rounds.next = nil
    }
  }
}

extension SyncEvent {
  /// Whether the event shows that the remote was reached just now.
  var isContact: Bool {
    switch self {
    case .fetched, .current, .published, .adopted, .online: true
    case .syncing, .leftOut, .offline, .refused, .problem: false
    }
  }
}
