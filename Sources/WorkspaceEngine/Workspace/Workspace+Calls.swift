package import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History

extension Workspace {
  /// How long a call waits for the same one that is at work.
  private static let patience: Int64 = 10_000_000_000
  /// How long it waits for somebody to answer that one once its write is done.
  private static let courtesy: Int64 = 1_000_000_000
  /// How many paths a call's end names.
  private static let mostNews = 20

  /// Whether an agent's call is to be done, or was done already.
  package func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning {
    guard let session = request.caller.agentSession else { return CallBeginning() }
    await meet(session, since: request.since)
    guard let key = request.key else { return CallBeginning() }
    await calls.recall({ [queue] in await queue.recentCalls() }, at: time.now().monotonic)
    let deadline = time.now().monotonic + Self.patience
    while true {
      let now = time.now().monotonic
      switch calls.begin(key, of: session, at: now) {
      case .fresh: return CallBeginning()
      case .answered(let answer, let receipt, let time):
        return CallBeginning(answer: answer, receipt: receipt, age: Int((now - time) / 1_000_000_000))
      case .atWork(let written?) where now - written.time >= Self.courtesy:
        return CallBeginning(receipt: written.receipt, age: Int((now - written.time) / 1_000_000_000))
      case .atWork:
        guard now < deadline else {
          calls.restart(key, of: session, at: now)
          return CallBeginning()
        }
        do { try await Task.sleep(nanoseconds: 20_000_000) } catch {
          throw VerbError(
            .busy, "The same call is at work.", kept: "It goes on.", next: "Ask again in a moment.",
            reason: CallStep.atWork)
        }
      }
    }
  }

  /// Keeps an agent's answer, and tells what others changed since the session's call before.
  package func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport {
    await auditCall(request)
    guard let session = request.caller.agentSession else { return ChangesReport(tip: nil) }
    calls.end(request, of: session, at: time.now().monotonic)
    guard request.isUnheard != true else {
      if let untold = request.untold { calls.tell(session, untold) }
      return ChangesReport(tip: nil)
    }
    let since = calls.told(session) ?? request.since
    return try await news(for: session, of: request.caller, since: since, limit: Self.mostNews)
  }

  /// What the recorder's queue is to do of the end of an agent's call in the turn of its write; nil where no call ends.
  func closing(of request: WriteRequest) -> CallClosing? {
    guard let step = request.step, step.ends, let agent = request.caller.agent,
      let session = request.caller.agentSession
    else { return nil }
    let (act, other) = request.action.audited
    let entry = AuditEntry(
      agent: agent, session: request.caller.session, model: request.caller.model, tool: request.caller.tool, act: act,
      path: request.path, other: other)
    return CallClosing(
      entry: entry, session: session, since: calls.told(session) ?? step.since, mostNews: Self.mostNews)
  }

  /// Begins an agent's call with a step of it.
  ///
  /// - Returns: how the same call ended before; nil where it is to be done.
  func begin(with step: CallStep, of caller: Caller) async throws(VerbError) -> CallBeginning? {
    guard step.begins else {
      if let session = caller.agentSession { await meet(session, since: step.since) }
      return nil
    }
    let beginning = try await beginCall(CallBegin(caller: caller, key: caller.call, since: step.since))
    return beginning.isFresh ? nil : beginning
  }

  /// Ends an agent's call with a step of it that was done, if it ends with it.
  ///
  /// - Parameter closed: what the recorder's queue did of it in the step's own turn.
  func end(
    with step: CallStep, of caller: Caller, paths: [String], closed: ClosedCall? = nil
  ) async -> CallReport {
    guard step.ends, let session = caller.agentSession else { return CallReport() }
    let told = calls.told(session)
    let end = CallEnd(caller: caller, key: caller.call, answer: step.answer, paths: paths, since: step.since)
    if let news = closed?.news {
      calls.end(end, of: session, at: time.now().monotonic)
      calls.tell(session, news.tip)
      return CallReport(news: await shown(news, to: caller), toldBefore: told)
    }
    // What was done is answered, also where what is new cannot be told.
    return CallReport(news: try? await endCall(end), toldBefore: told)
  }

  /// What others change from here on is news to a session that calls for the first time.
  private func meet(_ session: AgentSession, since: ObjectID?) async {
    guard calls.told(session) == nil else { return }
    let tip = await queue.tip
    calls.meet(session, since ?? tip)
  }

  /// What others changed since a state, or since the caller's last call.
  package func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport {
    if let since = request.since {
      let report = try await queue.news(
        since: try await resolve(since), without: request.caller.agentSession, limit: request.limit)
      return await shown(report, to: request.caller)
    }
    guard let session = request.caller.agentSession else {
      throw VerbError(
        .usage, "Nothing is known of your last call.", next: "Name a version to begin with, or your session.")
    }
    return try await news(for: session, of: request.caller, since: calls.told(session), limit: request.limit)
  }

  private func news(
    for session: AgentSession, of caller: Caller, since: ObjectID?, limit: Int
  ) async throws(VerbError) -> ChangesReport {
    var report = ChangesReport(tip: await queue.tip)
    if let since, since != report.tip {
      // A tip that is not known any more says nothing of what is new.
      report = (try? await queue.news(since: since, without: session, limit: limit)) ?? report
    }
    calls.tell(session, report.tip)
    return await shown(report, to: caller)
  }
}
