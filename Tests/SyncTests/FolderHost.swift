import Documents
import Git
import GitObjects
import Merge
import Synchronization

@testable import Sync

/// A machine for tests: a real repository whose recorder only moves references.
actor FolderHost {
  static let tipName = "refs/stet/tip"
  /// The files of a new folder.
  static let template = ["README.md": "# A new folder\n", "profile.md": "Who I am\n"]

  nonisolated let root: String
  /// The branch that is exchanged.
  nonisolated let branch: String
  nonisolated let events: AsyncStream<SyncEvent>
  nonisolated let questions: AsyncStream<SyncQuestion>
  fileprivate let event: AsyncStream<SyncEvent>.Continuation
  fileprivate let question: AsyncStream<SyncQuestion>.Continuation
  private let store: Repository
  fileprivate var answers: [SyncQuestion.Kind: SyncAnswer] = [:]
  /// The versions that the remote refuses, with its words.
  private(set) var refused: [PathVersion: String] = [:]
  /// The objects that wait for upload.
  private(set) var unsent = UnsentObjects()
  private(set) var withdrawn: [String] = []
  /// Runs once, right before the next adoption looks at the tip.
  private var intruder: (@Sendable (isolated FolderHost) throws -> Void)?
  /// Whether somebody writes before each adoption, unless it has to wait.
  private var isRestless = false
  private var isHeld = false
  private var looksNeeded = 0
  /// The reason why it cannot be found out what may be published; nil if it can.
  private var lookFailure: FailedLook?
  private var seconds: Int64 = 1_700_000_000

  init(root: String, branch: String = "main") throws {
    self.root = root
    self.branch = branch
    store = try Repository(root: root)
    (events, event) = AsyncStream.makeStream(of: SyncEvent.self)
    (questions, question) = AsyncStream.makeStream(of: SyncQuestion.self)
  }

  func tip() throws -> ObjectID? { try store.reference(Self.tipName) }

  func files() throws -> [String: String] { try tip().map { try store.files($0) } ?? [:] }

  /// The texts of both sides of the open conflicts.
  func conflictTexts() throws -> [String] {
    guard let tip = try tip() else { return [] }
    var open = OpenConflicts()
    try open.advance(to: tip, in: CommitGraph(store: store))
    return try open.list.flatMap { [$0.conflict.kept, $0.conflict.other] }.compactMap(\.self)
      .map { String(decoding: try store.blob($0), as: UTF8.self) }
  }

  func commit(_ id: ObjectID) throws -> Commit { try store.commit(id) }

  func references(_ prefix: String) throws -> [String: ObjectID] { try store.references(withPrefix: prefix) }

  func answer(_ kind: SyncQuestion.Kind, _ answer: SyncAnswer) { answers[kind] = answer }

  func intrude(_ body: @escaping @Sendable (isolated FolderHost) throws -> Void) { intruder = body }

  /// Takes so many looks until it is known what may be published.
  func needLooks(_ count: Int) { looksNeeded = count }

  /// Makes each look fail for a reason; nil ends that.
  func failLooks(_ why: String?) { lookFailure = why.map(FailedLook.init) }

  fileprivate func lookThrough() throws -> Bool {
    if let lookFailure { throw lookFailure }
    guard looksNeeded > 0 else { return true }
    looksNeeded -= 1
    return false
  }

  fileprivate func refuse(_ versions: [PathVersion: String]) { refused.merge(versions) { $1 } }

  func holdBack(_ path: String, problem: String? = nil) throws {
    let text = try files()[path] ?? ""
    unsent = UnsentObjects([PathVersion(path, store.id(of: .blob, Array(text.utf8)))], problem: problem)
  }

  func holdNothingBack() { unsent = UnsentObjects() }

  fileprivate func noteWithdrawn(_ id: String) { withdrawn.append(id) }

  /// Records these changes (nil deletes) on the tip.
  @discardableResult
  func save(_ changes: [String: String?], author: Author = .user) throws -> ObjectID {
    var files = try files()
    for (name, text) in changes { files[name] = text }
    seconds += 10
    let tip = try tip()
    let id = try store.makeCommit(files, parents: tip.map { [$0] } ?? [], author: author, seconds: seconds)
    try store.setReference(Self.tipName, to: id, expecting: tip)
    return id
  }

  /// Puts a line in the place of another one of a file and adds a file, as somebody does who has read the present text;
  /// returns the replaced line.
  func replaceLine(_ number: Int, of name: String, with line: String, adding other: String) throws -> String {
    var lines = try files()[name, default: ""].split(separator: "\n").map(String.init)
    let place = number % max(lines.count, 1)
    let old = lines[place]
    lines[place] = line
    try save([name: lines.joined(separator: "\n") + "\n", other: line + "\n"])
    return old
  }

  /// Puts the tip somewhere, as an older state of this machine would.
  func reset(_ id: ObjectID?) throws { try store.setReference(Self.tipName, to: id, expecting: tip()) }

  /// A commit that is not on the tip.
  func make(_ files: [String: String], parents: [ObjectID]) throws -> ObjectID {
    try store.makeCommit(files, parents: parents, seconds: 1_600_000_000)
  }

  fileprivate func hold() { isHeld = true }

  func beRestless() { isRestless = true }

  fileprivate func adopt(_ target: ObjectID, _ expected: ObjectID?) throws -> AdoptOutcome {
    if let intruder {
      self.intruder = nil
      try intruder(self)
    }
    if isRestless, !isHeld { try save(["busy.md": "\(seconds)\n"], author: .agent(name: "Robot", session: nil)) }
    isHeld = false
    guard try tip() == expected else { return .tipMoved }
    try store.setReference(Self.tipName, to: target, expecting: expected)
    return .adopted
  }
}

/// The error of a look that failed.
private struct FailedLook: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A folder as the engine sees it.
struct FolderSide: SyncHost {
  let folder: FolderHost

  var template: [TemplateContent] {
    FolderHost.template.map { TemplateContent(path: $0.key, bytes: Array($0.value.utf8)) }
  }

  func tip() async -> ObjectID? { try? await folder.tip() }
  func branch() async -> String { folder.branch }
  func adopt(_ target: ObjectID, expecting: ObjectID?, leaving: Set<NameKey>) async throws -> AdoptOutcome {
    try await folder.adopt(target, expecting)
  }
  func hold(_ limit: Duration) async { await folder.hold() }
  func refused() async throws -> Set<PathVersion>? {
    try await folder.lookThrough() ? Set(folder.refused.keys) : nil
  }
  func forbids(_ versions: Set<PathVersion>) async -> String? { nil }
  func refuse(_ versions: [PathVersion: String]) async throws { await folder.refuse(versions) }
  func unsent(of tip: ObjectID, over remote: ObjectID?) async throws -> UnsentObjects { await folder.unsent }
  func publication() async -> PublicationRule { .open }
  func joinedEmpty() async -> Bool { false }
  func mend(_ words: String) async -> Bool { false }
  func prepare(_ graph: CommitGraph) {}
  func answer(to question: SyncQuestion) async -> SyncAnswer? { await folder.answers[question.kind] }
  func raise(_ question: SyncQuestion) async { folder.question.yield(question) }
  func withdraw(_ id: String) async { await folder.noteWithdrawn(id) }
  func noteAgreement() async {}
  func noteFailure() async {}
  func publish(_ event: SyncEvent) { folder.event.yield(event) }
}
