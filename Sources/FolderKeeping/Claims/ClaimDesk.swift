package import Coordination
internal import Documents
internal import GitObjects
internal import Synchronization
package import WorkTree
package import WorkspaceAPI

/// The claims of a workspace with clock, timer, waiting tasks and listeners.
///
/// `ClaimTable` makes the decisions; this class does everything under one lock, so that notices and answers keep the
/// order of decisions. Claims are in memory only: they end when the daemon stops, and their numbers become invalid.
package final class ClaimDesk: Sendable {
  /// The state under the desk's lock.
  package struct State {
    /// The claims and the requests that wait.
    package var table: ClaimTable
    /// The number of the last request.
    var lastTicket: UInt64 = 0
    /// The requests whose task has not taken the answer yet, by ticket; empty once the desk is closed.
    var askers: [UInt64: Asker] = [:]
    /// The streams of notices for programs, by connection.
    var listeners: [UInt64: Listener] = [:]
    /// The time until which adoptions wait for a claim, by its number.
    var adoptionDeadlines: [Int64: Int64] = [:]
    /// Recent renames by the workspace: the watcher may join one of them with a later rename and report the first path.
    var moves: [WorkspacePath: WorkspacePath] = [:]
    /// The task that waits for the table's next due time.
    var timer: Task<Void, Never>?
    /// The time at which `timer` ends; the greatest value while there is none.
    var timerDue: Int64 = .max
    /// Whether the daemon stops: no further claim is granted.
    var isClosed = false
  }

  /// The progress of a request.
  enum Asker {
    /// There is no answer yet, and no task waits for it.
    case coming
    /// A task waits for the answer.
    case waiting(CheckedContinuation<ClaimAnswer, Never>)
    /// The answer waits for its task.
    case answered(ClaimAnswer)
  }

  /// The notices for one connection.
  package struct Listener {
    /// The stream, until a subscriber takes it.
    var stream: AsyncStream<NoticeReport>
    /// The stream's input.
    var continuation: AsyncStream<NoticeReport>.Continuation
  }

  /// The granted claim, or the refusal.
  package typealias ClaimAnswer = Result<Claim, ClaimRefusal>

  /// The largest number of notices that wait for a slow program; the oldest are dropped.
  private static let mostNotices = 10_000

  /// The clock.
  let time: any TimeSource
  /// The timeouts of the workspace's own changes.
  let timeouts: ClaimTimeouts
  /// The numbers of claims, which survive a restart.
  package let numbers: ClaimNumbers
  private let events: EventHub
  private let state: Mutex<State>

  /// Makes a desk whose claim numbers are above those of earlier runs.
  package init(
    time: any TimeSource, events: EventHub, numbers: ClaimNumbers = ClaimNumbers(tree: nil),
    limits: ClaimLimits = ClaimLimits(), timeouts: ClaimTimeouts = ClaimTimeouts()
  ) {
    self.numbers = numbers
    self.timeouts = timeouts
    self.time = time
    self.events = events
    state = Mutex(State(table: ClaimTable(above: numbers.floor(at: time.now()), limits: limits)))
  }

  /// Changes the table and carries out the effects that the body returns.
  @discardableResult
  package func change<R: Sendable>(_ body: (inout State, Moment) -> (R, [ClaimEffect])) -> R {
    state.withLock { state in
      let now = time.now()
      let (result, effects) = body(&state, now)
      for effect in effects { carryOut(effect, &state, now) }
      schedule(&state, now.monotonic)
      return result
    }
  }

  /// Reads the table.
  package func look<R: Sendable>(_ body: (ClaimTable, Moment) -> R) -> R {
    state.withLock { body($0.table, time.now()) }
  }

  /// Requests a claim and waits for the answer; cancelling the task withdraws the request or releases the claim.
  package func ask(_ make: (_ ticket: UInt64, _ now: Int64) -> ClaimRequest) async -> ClaimAnswer {
    await askAndTell(make).answer
  }

  /// Requests a claim like `ask`, and returns whether the request waited for others.
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

  /// Releases a claim.
  package func release(_ number: Int64) {
    change { state, now in ((), state.table.release(number, at: now.monotonic)) }
  }

  /// Ends the claims, the presenters and the stream of a connection that ended.
  package func endConnection(_ connection: UInt64) {
    change { state, now in
      state.listeners.removeValue(forKey: connection)?.continuation.finish()
      return ((), state.table.endConnection(connection, at: now.monotonic))
    }
  }

  /// Returns the stream of notices for the programs of a connection; there is one stream, which may exist before the
  /// first presenter.
  package func listener(of connection: UInt64) -> AsyncStream<NoticeReport> {
    change { state, _ in (Self.listener(of: connection, &state).stream, []) }
  }

  /// Closes the desk: refuses all waiting requests and finishes all streams.
  package func close() {
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

  /// Returns the listener of a connection; makes one if there is none.
  package static func listener(of connection: UInt64, _ state: inout State) -> Listener {
    if let known = state.listeners[connection] { return known }
    let (stream, continuation) = AsyncStream.makeStream(
      of: NoticeReport.self, bufferingPolicy: .bufferingNewest(mostNotices))
    let listener = Listener(stream: stream, continuation: continuation)
    state.listeners[connection] = listener
    return listener
  }

  /// Answers a request, unless its task has taken an answer already.
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
      state.adoptionDeadlines[claim.number] = nil
      if !claim.request.isBrief { events.tell(claim, reason) }
    case .notice(let notice):
      guard let connection = state.table.presenters[notice.presenter]?.connection else { return }
      Self.listener(of: connection, &state).continuation.yield(NoticeReport(notice, at: now.monotonic))
    }
  }

  /// Schedules the only timer; there is none while nothing is due.
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
  /// Publishes a claim.
  fileprivate func tell(_ claim: Claim) {
    let holder = claim.request.holder
    let author: Author = holder.isAgent ? .agent(name: holder.name, session: holder.session) : .user
    publish(
      .claimed, "claimed by \(holder.name)", paths: claim.request.items.map(\.path.string),
      author: AuthorRecord(author, personName: holder.name), id: String(claim.number),
      kind: claim.request.items.first?.intent.rawValue)
  }

  /// Publishes the end of a claim.
  fileprivate func tell(_ claim: Claim, _ reason: ClaimEnd) {
    publish(
      .unclaimed, "not claimed by \(claim.request.holder.name) any more",
      paths: claim.request.items.map(\.path.string), id: String(claim.number), kind: reason.rawValue)
  }
}

/// The timeouts of the workspace's own changes for claims of others, in nanoseconds.
package struct ClaimTimeouts: Hashable, Sendable {
  /// The timeout of a write by an agent or a script; the write is refused then.
  var write: Int64 = 2_000_000_000
  /// The timeout of changes from other machines, for one claim in all; the changes are adopted then.
  var adoption: Int64 = 5_000_000_000
}
