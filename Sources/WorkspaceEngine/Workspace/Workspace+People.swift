package import WorkspaceAPI

/// The verbs about the state and the decisions of the person.
extension Workspace {
  /// Returns the current state of the workspace.
  package func status() async throws(VerbError) -> StatusReport {
    try await desks.status.status()
  }

  /// Checks the workspace for problems and returns the findings.
  package func doctor() async throws(VerbError) -> [DoctorFinding] {
    try await desks.status.doctor()
  }

  /// Exchanges with the remote.
  ///
  /// With `wait` it is a barrier: all earlier saves are recorded and published, all commits of the remote are merged,
  /// and branch and index are at the tip.
  package func sync(_ request: SyncRequest) async throws(VerbError) -> SyncReport {
    try await desks.exchanges.sync.sync(request)
  }

  /// Returns the sessions that travel over the remote.
  package func travel(_ request: TravelRequest) async throws(VerbError) -> TravelReport {
    try await desks.exchanges.travel.report(request)
  }

  /// Lets sessions travel over the remote, or not, for a person, never for an agent.
  package func setTravel(_ request: TravelSwitch) async throws(VerbError) -> TravelReport {
    try await desks.exchanges.travel.set(request)
  }

  /// Publishes a session, or an answer to its question, if the remote has the expected version of it.
  package func publishSession(_ order: TravelOrder) async throws(VerbError) -> TravelReceipt {
    try await desks.exchanges.travel.publish(order)
  }

  /// Returns the open questions to the person, conflicts included, oldest first.
  package func questions() async throws(VerbError) -> [QuestionReport] {
    try await desks.answers.list()
  }

  /// Answers a question for a person; an agent may only pass on an answer that the person gave in its client.
  package func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport {
    try await desks.answers.answer(request)
  }

  /// Returns the conflicts that a merge recorded and nobody has resolved.
  package func conflicts(_ caller: Caller) async throws(VerbError) -> [ConflictReport] {
    try await desks.resolves.list(caller)
  }

  /// Resolves the conflicts of a path for a person, never for an agent; the resolution is a commit and reaches every
  /// machine.
  package func resolve(_ request: ResolveRequest) async throws(VerbError) -> ResolveReceipt {
    try await desks.resolves.resolve(request)
  }

  /// Returns the policy, or puts the current file in force for a person, never for an agent.
  package func policy(_ request: PolicyRequest) async throws(VerbError) -> PolicyReport {
    try await desks.answers.policy(request)
  }
}
