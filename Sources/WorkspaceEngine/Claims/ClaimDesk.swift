internal import WorkspaceAPI
internal import Coordination
internal import Documents
internal import GitObjects
internal import History
internal import Synchronization

/// The claims of a workspace in the real world: clock, timer, who waits, who listens.
///
/// What is decided is `ClaimTable`'s; everything here is done under one lock, so that notices and answers keep the order
/// of decisions. Claims are in memory only: a stop ends them, and their numbers with them.
final class ClaimDesk: Sendable {
  struct State {
    var table: ClaimTable
    var lastTicket: UInt64 = 0
    /// The requests whose answer was not taken yet, by ticket; none once the desk is closed.
    var askers: [UInt64: Asker] = [:]
    /// What the programs of a connection are told.
    var listeners: [UInt64: Listener] = [:]
    /// Until when adoptions wait for a claim, by its number.
    var patience: [Int64: Int64] = [:]
    /// Moves that the workspace made lately: what the watcher sees joined with a later one begins at the first path.
    var moves: [WorkspacePath: WorkspacePath] = [:]
    var timer: Task<Void, Never>?
    var timerDue: Int64 = .max
    var isClosed = false
  }

  /// How far a request and its answer are.
  enum Asker {
    /// There is no answer yet, and nobody waits for it yet.
    case coming
    /// A task waits for the answer.
    case waiting(CheckedContinuation<ClaimAnswer, Never>)
    /// The answer waits for its task.
    case answered(ClaimAnswer)
  }

  struct Listener {
    var stream: AsyncStream<NoticeReport>
    var continuation: AsyncStream<NoticeReport>.Continuation
  }

  typealias ClaimAnswer = Result<Claim, ClaimRefusal>

  /// Notices that wait for a program that does not read; the newest stay.
  private static let mostNotices = 10_000

  let time: any TimeSource
  let patience: ClaimPatience
  let numbers: ClaimNumbers
  private let events: EventHub
  private let state: Mutex<State>

  /// A desk whose numbers are above those of earlier runs.
  init(
    time: any TimeSource, events: EventHub, numbers: ClaimNumbers = ClaimNumbers(tree: nil),
    limits: ClaimLimits = ClaimLimits(), patience: ClaimPatience = ClaimPatience()
  ) {
    self.numbers = numbers
    self.patience = patience
    self.time = time
    self.events = events
    state = Mutex(State(table: ClaimTable(above: numbers.floor(at: time.now()), limits: limits)))
  }

  /// Changes the table and does what follows; the body gives its effects.
  @discardableResult
  func change<R: Sendable>(_ body: (inout State, Moment) -> (R, [ClaimEffect])) -> R {
    state.withLock { state in
      let now = time.now()
      let (result, effects) = body(&state, now)
      for effect in effects { carryOut(effect, &state, now) }
      schedule(&state, now.monotonic)
      return result
    }
  }

  /// Looks at the table.
  func look<R: Sendable>(_ body: (ClaimTable, Moment) -> R) -> R {
    state.withLock { body($0.table, time.now()) }
  }

  /// Asks for a claim and waits for the answer; who gives up gives back what was granted.
  func ask(_ make: (_ ticket: UInt64, _ now: Int64) -> ClaimRequest) async -> ClaimAnswer {
    await askAndTell(make).answer
  }

  /// The same, told whether others were waited for.
  func askAndTell(
    _ make: (_ ticket: UInt64, _ now: Int64) -> ClaimRequest
  ) async -> (answer: ClaimAnswer, hasWaited: Bool) {
    let (ticket, answer): (UInt64, ClaimAnswer?) = state.withLock { state in
      guard !state.isClosed else { return (0, .failure(.gone)) }
      state.lastTicket += 1
      let (ticket, now) = (state.lastTicket, time.now())
      state.askers[ticket] = .coming
      for effect in state.table.ask(make(ticket, now.monotonic), at: now.monotonic) {
        carryOut(effect, &state, now)
      }
      schedule(&state, now.monotonic)
      return (ticket, Self.takeAnswer(ticket, &state))
    }
    if let answer { return (answer, false) }
    let late = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: ClaimAnswer? = state.withLock { state in
          if let answer = Self.takeAnswer(ticket, &state) { return answer }
          // The desk may have been closed since the request.
          guard state.askers[ticket] != nil else { return .failure(.gone) }
          state.askers[ticket] = .waiting(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      change { state, now in
        let effects = state.table.withdraw(ticket: ticket, at: now.monotonic)
        Self.answer(ticket, .failure(.gone), &state)
        return ((), effects)
      }
    }
    return (late, true)
  }

  /// Gives a claim back.
  func release(_ number: Int64) {
    change { state, now in ((), state.table.release(number, at: now.monotonic)) }
  }

  /// A connection ended.
  func endConnection(_ connection: UInt64) {
    change { state, now in
      state.listeners.removeValue(forKey: connection)?.continuation.finish()
      return ((), state.table.endConnection(connection, at: now.monotonic))
    }
  }

  /// What the programs of a connection are told from now on; one stream, also before the first is presented.
  func listener(of connection: UInt64) -> AsyncStream<NoticeReport> {
    change { state, _ in (Self.listener(of: connection, &state).stream, []) }
  }

  /// Ends everything that waits.
  func close() {
    let ended = state.withLock { state in
      state.isClosed = true
      state.timer?.cancel()
      defer {
        state.askers = [:]
        state.listeners = [:]
      }
      return (Array(state.askers.values), Array(state.listeners.values))
    }
    for case .waiting(let continuation) in ended.0 { continuation.resume(returning: .failure(.gone)) }
    for listener in ended.1 { listener.continuation.finish() }
  }

  /// The stream of a connection, made where there is none.
  static func listener(of connection: UInt64, _ state: inout State) -> Listener {
    if let known = state.listeners[connection] { return known }
    let (stream, continuation) = AsyncStream.makeStream(
      of: NoticeReport.self, bufferingPolicy: .bufferingNewest(mostNotices))
    let listener = Listener(stream: stream, continuation: continuation)
    state.listeners[connection] = listener
    return listener
  }

  /// Answers a request, unless it was answered and its task has taken that.
  private static func answer(_ ticket: UInt64, _ answer: ClaimAnswer, _ state: inout State) {
    switch state.askers[ticket] {
    case .waiting(let continuation)?:
      state.askers[ticket] = nil
      continuation.resume(returning: answer)
    case .coming?, .answered?: state.askers[ticket] = .answered(answer)
    case nil: break
    }
  }

  private static func takeAnswer(_ ticket: UInt64, _ state: inout State) -> ClaimAnswer? {
    guard case .answered(let answer)? = state.askers[ticket] else { return nil }
    state.askers[ticket] = nil
    return answer
  }

  private func carryOut(_ effect: ClaimEffect, _ state: inout State, _ now: Moment) {
    switch effect {
    case .granted(let claim):
      Self.answer(claim.request.ticket, .success(claim), &state)
      if !claim.request.isBrief { events.tell(claim) }
    case .refused(let ticket, let refusal): Self.answer(ticket, .failure(refusal), &state)
    case .ended(let claim, let reason):
      state.patience[claim.number] = nil
      if !claim.request.isBrief { events.tell(claim, reason) }
    case .notice(let notice):
      guard let connection = state.table.presenters[notice.presenter]?.connection else { return }
      Self.listener(of: connection, &state).continuation.yield(NoticeReport(notice, at: now.monotonic))
    }
  }

  /// One timer, and none where nothing is due by itself.
  private func schedule(_ state: inout State, _ now: Int64) {
    guard !state.isClosed, let due = state.table.nextDue, due < state.timerDue else { return }
    state.timer?.cancel()
    state.timerDue = due
    state.timer = Task { [weak self] in
      do { try await Task.sleep(nanoseconds: UInt64(max(0, due - now))) } catch { return }
      self?.change { state, now in
        state.timerDue = .max
        return ((), state.table.advance(to: now.monotonic))
      }
    }
  }
}

extension EventHub {
  /// Tells of a claim.
  fileprivate func tell(_ claim: Claim) {
    let holder = claim.request.holder
    let author: Author = holder.isAgent ? .agent(name: holder.name, session: holder.session) : .user
    publish(
      .claimed, "claimed by \(holder.name)", paths: claim.request.items.map(\.path.string),
      author: AuthorRecord(author, personName: holder.name), id: String(claim.number),
      kind: claim.request.items.first?.intent.rawValue)
  }

  /// Tells of its end.
  fileprivate func tell(_ claim: Claim, _ reason: ClaimEnd) {
    publish(
      .unclaimed, "not claimed by \(claim.request.holder.name) any more",
      paths: claim.request.items.map(\.path.string), id: String(claim.number), kind: reason.rawValue)
  }
}
