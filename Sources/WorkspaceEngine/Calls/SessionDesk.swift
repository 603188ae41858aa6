internal import FolderKeeping
internal import GitObjects
internal import Journal
internal import WorkTree
internal import WorkspaceAPI

/// The calls of agents' sessions: a repeated call is carried out once, and each call ends with the changes of others.
final class SessionDesk: Sendable {
  /// The timeout of a call for a running call with the same key, in nanoseconds.
  private static let callTimeout: Int64 = 10_000_000_000
  /// The timeout for the answer of that call once its write is durable, in nanoseconds.
  private static let courtesy: Int64 = 1_000_000_000
  /// The largest number of paths in the answer to the end of a call.
  private static let mostNews = 20

  private let calls = AgentCalls()
  private let keeper: FolderKeeper
  private let revisions: RevisionReader
  private let permissions: AgentPermissions
  private let audit: AgentAudit
  private let time: any TimeSource

  /// Makes the desk of a folder; no session is known.
  init(
    keeper: FolderKeeper, revisions: RevisionReader, permissions: AgentPermissions, audit: AgentAudit,
    time: any TimeSource
  ) {
    self.keeper = keeper
    self.revisions = revisions
    self.permissions = permissions
    self.audit = audit
    self.time = time
  }

  /// Returns whether an agent's call must be carried out or was carried out before.
  func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning {
    guard let session = request.caller.agentSession else { return CallBeginning() }
    await meet(session, since: request.since)
    guard let key = request.key else { return CallBeginning() }
    await calls.recall({ [keeper] in await keeper.run { $0.records.calls.recentCalls() } }, at: time.now().monotonic)
    if let tried = request.caller.callTried, !calls.knows(key, of: session) {
      let found = await keeper.run { $0.records.calls.call(key, of: session, since: tried) }
      if let found { calls.recall(found, at: time.now().monotonic) }
    }
    let deadline = time.now().monotonic + Self.callTimeout
    while true {
      let (seen, now) = (calls.changes.number, time.now().monotonic)
      switch calls.begin(key, of: session, expires: request.caller.callTried == nil, at: now) {
      case .fresh: return CallBeginning()
      case .answered(let answer, let receipt, let time):
        return CallBeginning(answer: answer, receipt: receipt, age: Int((now - time) / 1_000_000_000))
      case .atWork(let written?) where now - written.time >= Self.courtesy:
        return CallBeginning(receipt: written.receipt, age: Int((now - written.time) / 1_000_000_000))
      case .atWork(let written):
        guard now < deadline else {
          calls.restart(key, of: session, at: now)
          return CallBeginning()
        }
        let end = min(deadline, written.map { $0.time + Self.courtesy } ?? deadline)
        do { try await calls.changes.wait(past: seen, atMost: .nanoseconds(end - now)) } catch {
          throw VerbError(
            .busy, "The same call is at work.", kept: "It continues.", next: "Ask again in a moment.",
            reason: CallStep.atWork)
        }
      }
    }
  }

  /// Stores the answer of an agent's call, and returns the changes of others since the session's previous call.
  func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport {
    await audit.note(request)
    guard let session = request.caller.agentSession else { return ChangesReport(tip: nil) }
    calls.end(request, of: session, at: time.now().monotonic)
    guard request.isUnheard != true else {
      if let unreported = request.unreported { calls.tell(session, unreported) }
      return ChangesReport(tip: nil)
    }
    let since = calls.reported(session) ?? request.since
    return try await news(for: session, of: request.caller, since: since, limit: Self.mostNews)
  }

  /// Returns the work for the keeper at the end of an agent's call, in the turn of its write; nil if no call ends.
  func closing(of request: WriteRequest) -> CallClosing? {
    guard let step = request.step, step.ends, let agent = request.caller.agent,
      let session = request.caller.agentSession
    else { return nil }
    let (act, other) = request.action.audited
    let entry = AuditEntry(
      agent: agent, session: request.caller.session, model: request.caller.model, tool: request.caller.tool, act: act,
      path: request.path, other: other)
    return CallClosing(
      entry: entry, session: session, since: calls.reported(session) ?? step.since, mostNews: Self.mostNews)
  }

  /// Begins an agent's call with one of its steps.
  ///
  /// - Returns: the result of an earlier call with the same key; nil if the call must be carried out.
  func begin(with step: CallStep, of caller: Caller) async throws(VerbError) -> CallBeginning? {
    guard step.begins else {
      if let session = caller.agentSession { await meet(session, since: step.since) }
      return nil
    }
    let beginning = try await beginCall(CallBegin(caller: caller, key: caller.call, since: step.since))
    return beginning.isFresh ? nil : beginning
  }

  /// Ends an agent's call with one of its steps that was carried out, if the step is the last one.
  ///
  /// - Parameter closed: the part that the keeper did in the step's own turn.
  func end(
    with step: CallStep, of caller: Caller, paths: [String], closed: ClosedCall? = nil
  ) async -> CallReport {
    guard step.ends, let session = caller.agentSession else { return CallReport() }
    let before = calls.reported(session)
    let end = CallEnd(caller: caller, key: caller.call, answer: step.answer, paths: paths, since: step.since)
    if let news = closed?.news {
      calls.end(end, of: session, at: time.now().monotonic)
      calls.tell(session, news.tip)
      return CallReport(news: await permissions.shown(news, to: caller), reportedBefore: before)
    }
    // The result is returned even if the changes of others cannot be read.
    return CallReport(news: try? await endCall(end), reportedBefore: before)
  }

  /// Begins to track changes of others for a session that calls for the first time.
  private func meet(_ session: AgentSession, since: ObjectID?) async {
    guard calls.reported(session) == nil else { return }
    let tip = await keeper.tip
    calls.meet(session, since ?? tip)
  }

  /// Returns the changes of others since a state, or since the caller's last call.
  func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport {
    if let since = request.since {
      let report = try await keeper.news(
        since: try await revisions.resolve(since), without: request.caller.agentSession, limit: request.limit)
      return await permissions.shown(report, to: request.caller)
    }
    guard let session = request.caller.agentSession else {
      throw VerbError(
        .usage, "Nothing is known of your last call.", next: "Name a version to begin with, or your session.")
    }
    return try await news(for: session, of: request.caller, since: calls.reported(session), limit: request.limit)
  }

  private func news(
    for session: AgentSession, of caller: Caller, since: ObjectID?, limit: Int
  ) async throws(VerbError) -> ChangesReport {
    var report = ChangesReport(tip: await keeper.tip)
    if let since, since != report.tip {
      // From a tip that is no longer known, no changes can be listed.
      report = (try? await keeper.news(since: since, without: session, limit: limit)) ?? report
    }
    calls.tell(session, report.tip)
    return await permissions.shown(report, to: caller)
  }

  /// Notes a durable write of a call, so that its repetition does not write again.
  func wrote(_ receipt: WriteReceipt, _ caller: Caller) { calls.wrote(receipt, caller, at: time.now().monotonic) }
}
