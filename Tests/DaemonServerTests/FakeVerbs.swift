import WorkspaceAPI
import GitObjects
import Synchronization

/// Verbs that give fixed answers and keep what they were asked.
final class FakeVerbs: Sendable {
  static let author = AuthorRecord(kind: "agent", name: "Claude Code", session: "42")
  static let error = VerbError(
    .stale, "The file changed.", kept: "Both versions.", next: "Read it again.", path: "a.md", currentToken: .emptyBlob,
    currentContent: "new\n", diff: "-old\n+new\n")

  static let progress = SearchProgress(milliseconds: 250, lines: 3, files: 2)

  let failing: VerbError?
  private let asked = Mutex<[String]>([])
  private let streams = Mutex<[AsyncStream<WorkspaceEvent>.Continuation]>([])
  private let ended = Mutex(0)
  private let callers = Mutex<[String: Caller]>([:])

  init(failing: VerbError? = nil) {
    self.failing = failing
  }

  /// The requests, in words.
  var requests: [String] { asked.withLock { $0 } }
  /// Event streams given out.
  var subscribers: Int { streams.withLock { $0.count } }
  /// Waits and streams that were given up.
  var givenUp: Int { ended.withLock { $0 } }

  func send(_ event: WorkspaceEvent) {
    for stream in streams.withLock({ $0 }) { stream.yield(event) }
  }

  /// Notes a request without the facts that the daemon adds, in its own or other words.
  func note<V: Verb>(_ request: V, as words: String? = nil) throws(VerbError) {
    callers.withLock { $0[V.name] = request.caller }
    var request = request
    (request.caller.connection, request.caller.pid) = (nil, nil)
    asked.withLock { $0.append(words ?? "\(request)") }
    if let failing { throw failing }
  }

  /// The callers that the requests had, by verb.
  var stamped: [String: Caller] { callers.withLock { $0 } }

  func status(_ request: StatusRequest) async throws(VerbError) -> StatusReport {
    try note(request)
    return StatusReport(
      root: "/home/ann/Stet", pid: 7, state: "recording", reason: nil, branch: "main", tip: .emptyTree,
      branchFollows: true, machine: "desk", pending: 2,
      remote: RemoteStatus(
        name: "origin", url: "/srv/a.git", state: "current", message: nil, ahead: 0, lastContact: nil, hearing: "refs"),
      held: [HeldPath(path: "film.mov", reason: "too large", size: 1 << 40)],
      problems: [ProblemReport(path: "x", message: "unreadable")], presence: ["b.md"], questions: 1, conflicts: 2,
      watching: "events")
  }

  /// Waits until it is given up where the timeout is more than 1,000 seconds.
  func sync(_ request: SyncRequest) async throws(VerbError) -> SyncReport {
    try note(request)
    if let timeout = request.timeout, timeout > 1_000 {
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
      continuation.finish()
      ended.withLock { $0 += 1 }
      throw VerbError(.failed, "given up")
    }
    return SyncReport(tip: .emptyTree, published: true, recorded: 3)
  }

  /// Returns the news of a step that ends its call.
  private static func report(_ step: CallStep) -> CallReport {
    CallReport(news: step.ends ? ChangesReport(tip: .emptyTree) : nil, reportedBefore: step.since)
  }

  func read(_ request: ReadRequest) async throws(VerbError) -> ReadResult {
    try note(request)
    return ReadResult(
      path: request.path, token: .emptyBlob, content: "é\"\\\n\u{0}", encoding: "utf-8", size: 6, commit: .emptyTree,
      isBeingSaved: false, call: request.step.map(Self.report))
  }

  func write(_ request: WriteRequest) async throws(VerbError) -> WriteReceipt {
    try note(request)
    return WriteReceipt(
      path: request.path, token: .emptyBlob, commit: .emptyTree, merged: true, call: request.step.map(Self.report))
  }

  func writeTogether(_ request: BatchRequest) async throws(VerbError) -> [WriteReceipt] {
    try note(request)
    return request.writes.map { WriteReceipt(path: $0.path, token: .emptyBlob, commit: .emptyTree) }
  }

  func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning {
    try note(request)
    // A call that was made before, or one that is to be done.
    guard request.key == "k" else { return CallBeginning() }
    return CallBeginning(answer: "done\n", receipt: WriteReceipt(path: "a", token: nil, commit: nil), age: 3)
  }

  func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport {
    try note(request)
    return ChangesReport(tip: .emptyTree)
  }

  func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport {
    try note(request)
    let change = ChangedPath(path: "a", authors: [Self.author], added: 1, removed: nil, token: .emptyBlob)
    return ChangesReport(tip: .emptyTree, changes: [change], more: 2, isWhole: false)
  }

  func list(_ request: ListRequest) async throws(VerbError) -> [ListEntry] {
    try note(request)
    return [ListEntry(path: "a", kind: "folder", size: nil, token: nil)]
  }

  func look(_ request: LookRequest) async throws(VerbError) -> LookReport {
    try note(request)
    let entry = LookEntry(path: "a", kind: "folder", size: 4_096, modified: 1_769_853_600, permissions: 0o755)
    return LookReport(entry: entry, entries: [entry])
  }

  func large(_ request: LargeRequest) async throws(VerbError) -> LargeReport {
    try note(request)
    let state = LargeFileState(
      path: "a.bin", size: 20, oid: "00", state: "downloading", upload: "uploaded", percent: 42, isPinned: true,
      problem: nil, outcome: "started")
    return LargeReport(files: [state], waits: "why")
  }

  func makeFolder(_ request: MakeFolderRequest) async throws(VerbError) -> Nothing {
    try note(request)
    return Nothing()
  }

  func search(
    _ request: SearchRequest, report: @Sendable (SearchProgress) -> Void
  ) async throws(VerbError) -> [SearchHit] {
    try note(request)
    if request.tellsProgress == true { report(Self.progress) }
    return [SearchHit(path: "a.md", line: 3, text: request.text)]
  }

  func log(_ request: LogRequest) async throws(VerbError) -> [LogEntry] {
    try note(request)
    return [
      LogEntry(
        commit: .emptyTree, author: Self.author, machine: "desk", time: "2026-01-31T10:00:00+01:00",
        subject: "Edit a.md", paths: ["a.md"], model: "m", tool: "stet write", change: "I1")
    ]
  }

  func operations(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry] {
    try note(request)
    return [
      OperationEntry(
        id: "0123456789abcdef", kind: .agent, author: Self.author, machine: "desk", from: ["laptop"],
        time: "2026-01-31T10:00:00Z", subject: "Edit a.md", commit: .emptyTree, commits: 2, paths: ["a.md"],
        undoes: ["fedcba9876543210"], undoneBy: "00000000000000aa")
    ]
  }

  func sessions(_ request: SessionsRequest) async throws(VerbError) -> [SessionEntry] {
    try note(request)
    var entry = SessionEntry(agent: "Claude", session: "s")
    (entry.models, entry.paths, entry.undo) = (["m"], ["a.md"], "stet undo --session s")
    return [entry]
  }

  func activity(_ request: ActivityRequest) async throws(VerbError) -> ActivityReport {
    try note(request)
    var entry = AuthorActivity(author: Self.author)
    entry.places = [AuthorActivity.Place(path: "Research/", files: 2, changes: 3)]
    return ActivityReport(since: "2026-01-31T00:00:00Z", until: nil, authors: [entry])
  }

  func blame(_ request: BlameRequest) async throws(VerbError) -> [BlameLine] {
    try note(request)
    return [BlameLine(line: 1, commit: .emptyTree, author: Self.author, time: "2026-01-31T10:00:00Z", text: "# A")]
  }

  func provenance(_ request: ProvenanceRequest) async throws(VerbError) -> ProvenanceReport {
    try note(request)
    return ProvenanceReport(
      path: request.path, token: .emptyBlob, createdBy: AuthorRecord(kind: "user", name: "Ann", session: nil),
      createdAt: "2026-01-31T10:00:00Z",
      lastModifiedBy: Self.author, lastModifiedAt: "2026-01-31T10:00:00Z", versions: 4)
  }

  func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport {
    try note(request)
    return DiffReport(from: .emptyTree, to: .emptyTree, paths: ["a.md"], patch: "@@\n")
  }

  func bracket(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    try note(request)
    return BracketReceipt(recorded: 0)
  }

  func reapply(_ request: ReapplyRequest) async throws(VerbError) -> RestoreReceipt {
    try note(request)
    return RestoreReceipt(commit: nil, paths: [], kept: [])
  }

  func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    try note(request)
    return RestoreReceipt(commit: nil, paths: [], kept: [])
  }

  func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try note(request)
    return RestoreReceipt(
      commit: .emptyTree, operation: "0123456789abcdef", paths: ["a.md"],
      kept: [KeptPlace(path: "b.md", what: "lines 1–2 were changed since and stay", next: "Look.")], reopened: ["c1"],
      undoneBy: "00000000000000aa")
  }

  func questions(_ request: QuestionsRequest) async throws(VerbError) -> [QuestionReport] {
    try note(request)
    return [Self.question]
  }

  static let question = QuestionReport(
    id: "7c1e", kind: "safety-stop", seen: "All files went.", untouched: "The remote.",
    answers: [
      QuestionAnswer(word: "keep", effect: "Deletes.", command: "stet questions answer 7c1e keep"),
      QuestionAnswer(word: "back", effect: "Restores.", command: "stet questions answer 7c1e back"),
    ], scope: .here, since: "2026-01-31T10:00:00Z")

  func answer(_ request: AnswerRequest) async throws(VerbError) -> QuestionReport {
    try note(request)
    return Self.question
  }

  func conflicts(_ request: ConflictsRequest) async throws(VerbError) -> [ConflictReport] {
    try note(request)
    return [
      ConflictReport(
        id: "c1", path: "a.md", reason: "content", base: nil,
        kept: ConflictVersion(
          blob: .emptyBlob, author: AuthorRecord(kind: "user", name: "Ann", session: nil), machine: "desk",
          time: "2026-01-31T09:00:00Z"),
        other: ConflictVersion(blob: .emptyBlob, author: Self.author),
        places: [ConflictPlace(line: 2, kept: "a\n", other: "b\n", base: "")], commit: .emptyTree,
        time: "2026-01-31T10:00:00Z")
    ]
  }

  func resolve(_ request: ResolveRequest) async throws(VerbError) -> ResolveReceipt {
    try note(request)
    return ResolveReceipt(commit: .emptyTree, settled: ["c1"], paths: ["a.md"], remaining: 1)
  }

  func policy(_ request: PolicyRequest) async throws(VerbError) -> PolicyReport {
    try note(request)
    return PolicyReport(
      state: "waiting", problem: nil, accepted: "", onDisk: "x", version: "v",
      answers: [PolicyReport.Answer(act: "read", permission: .deny, reason: .protected)])
  }

  func audit(_ request: AuditRequest) async throws(VerbError) -> AuditReport {
    try note(request)
    return AuditReport(calls: [], lines: 3, anchored: 2, problems: ["entry 2 is missing"])
  }

  func doctor(_ request: DoctorRequest) async throws(VerbError) -> [DoctorFinding] {
    try note(request)
    return [DoctorFinding(level: "ok", subject: "git", message: "2.39")]
  }

  func events(_ request: EventsRequest) async throws(VerbError) -> AsyncStream<WorkspaceEvent> {
    try note(request)
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceEvent.self)
    continuation.onTermination = { [self] _ in ended.withLock { $0 += 1 } }
    streams.withLock { $0.append(continuation) }
    return stream
  }
}

extension FakeVerbs {
  /// All verbs of a workspace.
  var table: VerbTable {
    var table = VerbTable()
    table.on(StatusRequest.self, status)
    table.on(SyncRequest.self, sync)
    table.on(ReadRequest.self, read)
    table.on(WriteRequest.self, write)
    table.on(BatchRequest.self, writeTogether)
    table.on(CallBegin.self, beginCall)
    table.on(CallEnd.self, endCall)
    table.on(ChangesRequest.self, changes)
    table.on(ListRequest.self, list)
    table.on(LookRequest.self, look)
    table.on(LargeRequest.self, large)
    table.on(MakeFolderRequest.self, makeFolder)
    table.onReporting(SearchRequest.self, search)
    table.on(LogRequest.self, log)
    table.on(OperationsRequest.self, operations)
    table.on(SessionsRequest.self, sessions)
    table.on(ActivityRequest.self, activity)
    table.on(BlameRequest.self, blame)
    table.on(ProvenanceRequest.self, provenance)
    table.on(DiffRequest.self, diff)
    table.on(BracketRequest.self, bracket)
    table.on(ReapplyRequest.self, reapply)
    table.on(RestoreRequest.self, restore)
    table.on(UndoRequest.self, undo)
    table.on(QuestionsRequest.self, questions)
    table.on(AnswerRequest.self, answer)
    table.on(ConflictsRequest.self, conflicts)
    table.on(ResolveRequest.self, resolve)
    table.on(PolicyRequest.self, policy)
    table.on(AuditRequest.self, audit)
    table.on(DoctorRequest.self, doctor)
    table.onSubscribing(EventsRequest.self, events)
    table.on(CoordinationRequest.self, coordination)
    table.on(ClaimOrder.self, claim)
    table.on(ClaimChange.self, changeClaim)
    table.on(PresentOrder.self, present)
    table.on(NoticeAnswer.self, answerNotice)
    table.onSubscribing(NoticesRequest.self, notices)
    return table
  }
}
