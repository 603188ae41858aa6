/// The verbs of a workspace, as the levels above call them: in the daemon, or over its socket.
///
/// Two implementations: `Workspace` (the engine) and the daemon's client, which sends the same calls over JSON-RPC.
package protocol WorkspaceVerbs: CoordinationVerbs {
  /// The state at this moment.
  func status() async throws(VerbError) -> StatusReport
  /// Exchanges with the remote; with `wait`, a barrier.
  func sync(_ request: SyncRequest) async throws(VerbError) -> SyncReport
  /// A file's content and token.
  func read(_ request: ReadRequest) async throws(VerbError) -> ReadResult
  /// One change; answered when durable.
  func write(_ request: WriteRequest) async throws(VerbError) -> WriteReceipt
  /// Several changes as one, all or none; answered when durable.
  func writeTogether(_ request: BatchRequest) async throws(VerbError) -> [WriteReceipt]
  /// Whether an agent's call is to be done, or was done already.
  func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning
  /// Keeps an agent's answer, and tells what others changed since its call before.
  func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport
  /// What others changed.
  func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport
  /// Names.
  func list(_ request: ListRequest) async throws(VerbError) -> [ListEntry]
  /// What stands in the folder on disk, recorded or not.
  func look(_ request: LookRequest) async throws(VerbError) -> LookReport
  /// Large files: how they stand, and what is to become of them.
  func large(_ request: LargeRequest) async throws(VerbError) -> LargeReport
  /// Makes a folder and those above it.
  func makeFolder(_ request: PathRequest) async throws(VerbError)
  /// Lines that hold a text; `progress` hears how far a long search is, some times a second.
  func search(
    _ request: SearchRequest, progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(VerbError) -> [SearchHit]
  /// History, newest first.
  func log(_ request: LogRequest) async throws(VerbError) -> [LogEntry]
  /// What can be taken back as one, newest first.
  func operations(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry]
  /// Who wrote each line.
  func blame(_ request: PathRequest) async throws(VerbError) -> [BlameLine]
  /// Where a file comes from.
  func provenance(_ request: PathRequest) async throws(VerbError) -> ProvenanceReport
  /// The difference between two states.
  func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport
  /// Brings an earlier state back.
  func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt
  /// Takes changes back.
  func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt
  /// Begins or ends the time in which an agent's own tool may write files.
  func bracket(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt
  /// Merges what the last save of a file had not seen into it.
  func reapply(path: String, caller: Caller) async throws(VerbError) -> RestoreReceipt
  /// What a person must decide.
  func questions() async throws(VerbError) -> [QuestionReport]
  /// Answers a question.
  func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport
  /// Open conflicts.
  func conflicts(_ caller: Caller) async throws(VerbError) -> [ConflictReport]
  /// Settles the conflicts of a path.
  func resolve(_ request: ResolveRequest) async throws(VerbError) -> ResolveReceipt
  /// Tells of the policy, or puts the one that stands there in force.
  func policy(_ request: PolicyRequest) async throws(VerbError) -> PolicyReport
  /// What agents did here, and whether the record of it is as it was written.
  func audit(_ request: AuditRequest) async throws(VerbError) -> AuditReport
  /// Looks at everything that can be wrong.
  func doctor() async throws(VerbError) -> [DoctorFinding]
  /// Events from now on; ends when the caller stops listening or the workspace stops.
  func events() async throws(VerbError) -> AsyncStream<WorkspaceEvent>
}

extension WorkspaceVerbs {
  /// Lines that hold a text, for one who does not want to hear how far the search is.
  package func search(_ request: SearchRequest) async throws(VerbError) -> [SearchHit] {
    try await search(request, progress: nil)
  }
}
