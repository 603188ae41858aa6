package import WorkspaceAPI

extension DaemonClient: WorkspaceVerbs {
  package func status() async throws(VerbError) -> StatusReport {
    try await call(.status)
  }

  package func sync(_ request: SyncRequest) async throws(VerbError) -> SyncReport {
    try await call(.sync(request))
  }

  package func read(_ request: ReadRequest) async throws(VerbError) -> ReadResult {
    try await call(.read(request))
  }

  package func write(_ request: WriteRequest) async throws(VerbError) -> WriteReceipt {
    try Self.check(request)
    return try await call(.write(request))
  }

  package func writeTogether(_ request: BatchRequest) async throws(VerbError) -> [WriteReceipt] {
    let length = request.writes.reduce(0) { $0 + ($1.action.contentLength ?? 0) }
    guard length <= Self.longestContent else {
      throw VerbError(
        .usage, "\(length) bytes are too many for one batch (at most \(Self.longestContent)).",
        kept: "Nothing was changed.", next: "Write some of the files by themselves.")
    }
    return try await call(.writeTogether(request))
  }

  package func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning {
    try await call(.beginCall(request))
  }

  package func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport {
    try await call(.endCall(request))
  }

  package func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport {
    try await call(.changes(request))
  }

  /// Checks what can be known of a write before it is sent.
  ///
  /// - Throws: `VerbError` (usage) where its content is longer than a request may be.
  static func check(_ request: WriteRequest) throws(VerbError) {
    guard let length = request.action.contentLength, length > longestContent else { return }
    throw VerbError(
      .usage, "\(length) bytes are too many for one write (at most \(longestContent)).",
      kept: "Nothing was changed.", next: "Save the file into the folder instead; it is recorded from there.",
      path: request.path)
  }

  package func list(_ request: ListRequest) async throws(VerbError) -> [ListEntry] {
    try await call(.list(request), plain: ListLine.entries)
  }

  package func look(_ request: LookRequest) async throws(VerbError) -> LookReport {
    try await call(.look(request))
  }

  package func large(_ request: LargeRequest) async throws(VerbError) -> LargeReport {
    try await call(.large(request))
  }

  package func makeFolder(_ request: PathRequest) async throws(VerbError) {
    let _: RPCNothing = try await call(.makeFolder(request))
  }

  package func search(
    _ request: SearchRequest, progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(VerbError) -> [SearchHit] {
    guard let progress else { return try await call(.search(request)) }
    var request = request
    request.tellsProgress = true
    return try await call(.search(request), heard: .progress(progress))
  }

  package func log(_ request: LogRequest) async throws(VerbError) -> [LogEntry] {
    try await call(.log(request))
  }

  package func operations(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry] {
    try await call(.operations(request))
  }

  package func blame(_ request: PathRequest) async throws(VerbError) -> [BlameLine] {
    try await call(.blame(request))
  }

  package func provenance(_ request: PathRequest) async throws(VerbError) -> ProvenanceReport {
    try await call(.provenance(request))
  }

  package func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport {
    try await call(.diff(request))
  }

  package func bracket(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    try await call(.bracket(request))
  }

  package func reapply(path: String, caller: Caller) async throws(VerbError) -> RestoreReceipt {
    try await call(.reapply(path: path))
  }

  package func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    try await call(.restore(request))
  }

  package func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await call(.undo(request))
  }

  package func questions() async throws(VerbError) -> [QuestionReport] {
    try await call(.questions)
  }

  package func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport {
    try await call(.answer(request))
  }

  package func conflicts(_ caller: Caller) async throws(VerbError) -> [ConflictReport] {
    try await call(.conflicts(caller))
  }

  package func resolve(_ request: ResolveRequest) async throws(VerbError) -> ResolveReceipt {
    try await call(.resolve(request))
  }

  package func policy(_ request: PolicyRequest) async throws(VerbError) -> PolicyReport {
    try await call(.policy(request))
  }

  package func audit(_ request: AuditRequest) async throws(VerbError) -> AuditReport {
    try await call(.audit(request))
  }

  package func doctor() async throws(VerbError) -> [DoctorFinding] {
    try await call(.doctor)
  }

  package func events() async throws(VerbError) -> AsyncStream<WorkspaceEvent> {
    try await subscribe()
  }
}

extension WriteAction {
  /// The bytes it carries in base64.
  fileprivate var contentLength: Int? {
    switch self {
    case .put(let bytes), .append(let bytes): bytes.count
    case .edit, .delete, .move, .copy: nil
    }
  }
}
