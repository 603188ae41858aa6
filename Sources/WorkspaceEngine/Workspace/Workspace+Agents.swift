internal import Sessions
package import WorkspaceAPI

/// The verbs about agents, their calls and their claims, and about abilities.
extension Workspace {
  /// Returns whether an agent's call must be carried out or was carried out before.
  package func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning {
    try await desks.sessions.beginCall(request)
  }

  /// Stores the answer of an agent's call, and returns the changes of others since the session's previous call.
  package func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport {
    try await desks.sessions.endCall(request)
  }

  /// Returns the changes of others since a state, or since the caller's last call.
  package func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport {
    try await desks.sessions.changes(request)
  }

  /// Returns the calls of agents in the audit log, and problems of the log itself.
  package func audit(_ request: AuditRequest) async throws(VerbError) -> AuditReport {
    try await desks.audit.report(request)
  }

  /// Begins or ends the time in which an agent's own tool may write files.
  package func bracket(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    try await desks.brackets.bracket(request)
  }

  /// Returns the process that runs a session of `stet run`, which holds the lock of the session; nil if none does.
  package func runner(of session: String) -> Int32? {
    guard SessionPlan.isID(session) else { return nil }
    return SessionShelf.runner(of: session, root: settings.root)
  }

  /// Returns the policy's rules for a session of `stet run`, and the agent that calls.
  package func sessionRules(_ request: SessionRulesRequest) -> SessionRules {
    var rules = keeper.policy.sessionRules(request.server)
    (rules.agent, rules.session) = (request.caller.agent, request.caller.session)
    return rules
  }

  /// Returns the claims, the waiting requests and the files that programs have open.
  package func coordination() async throws(VerbError) -> CoordinationReport {
    claims.look { table, now in CoordinationReport(table, now) }
  }

  /// Claims files or folders; returns when the claim is granted.
  package func claim(_ order: ClaimOrder) async throws(VerbError) -> ClaimReceipt {
    try await desks.orders.claim(order)
  }

  /// Renews or releases a claim.
  package func changeClaim(_ change: ClaimChange) async throws(VerbError) -> ClaimReceipt {
    try await desks.orders.changeClaim(change)
  }

  /// Registers a program as presenter of an open file or folder.
  package func present(_ order: PresentOrder) async throws(VerbError) -> PresentReceipt {
    try await desks.orders.present(order)
  }

  /// Processes a program's answer to a notice, or that it closed a file.
  package func answerNotice(_ answer: NoticeAnswer) async throws(VerbError) {
    try await desks.orders.answerNotice(answer)
  }

  /// Returns the notices for the programs of a connection.
  package func notices(of connection: UInt64?) async throws(VerbError) -> AsyncStream<NoticeReport> {
    try await desks.orders.notices(of: connection)
  }

  /// Ends the claims and presenters of a connection of the daemon that ended.
  package func connectionEnded(_ connection: UInt64) {
    claims.endConnection(connection)
    if keeper.policy.connectedAgents.contains(connection) { Task { await keeper.noteConnection(ending: connection) } }
  }

  /// Notes the connection of an agent's program. While it is open, a saved policy waits.
  package func agentConnected(_ connection: UInt64) {
    if keeper.policy.connectedAgents.begin(connection) { Task { await keeper.noteConnection() } }
  }

  /// Returns the abilities in the order of the list, or one of them.
  package func abilities(_ request: AbilitiesRequest) async throws(VerbError) -> AbilityList {
    try await desks.abilities.list(request)
  }

  /// Returns the templates of the gallery.
  package func abilityGallery(_ request: AbilityGalleryRequest) async throws(VerbError) -> [AbilityTemplateReport] {
    try await desks.abilities.gallery(request)
  }

  /// Carries out a change of abilities as one commit.
  package func changeAbilities(_ order: AbilityOrder) async throws(VerbError) -> AbilityReceipt {
    try await desks.abilities.change(order)
  }

  /// Returns the recorded calls of models.
  package func usage(_ request: UsageRequest) async throws(VerbError) -> UsageReport {
    try await desks.history.usage.list(request)
  }
}
