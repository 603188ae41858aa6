import Documents
import Git
import GitObjects
import Synchronization

@testable import Sync

/// A machine for tests: a real repository whose recorder only moves references.
actor FolderHost {
  static let tipName = "refs/stet/tip"
  /// The files of a new folder.
  static let template = ["README.md": "# A new folder\n", "profile.md": "Who I am\n"]

  nonisolated let root: String
  nonisolated let events: AsyncStream<SyncEvent>
  nonisolated let questions: AsyncStream<SyncQuestion>
  private let event: AsyncStream<SyncEvent>.Continuation
  private let question: AsyncStream<SyncQuestion>.Continuation
  private let store: Repository
  private var answers: [SyncQuestion.Kind: SyncAnswer] = [:]
  /// The versions that the remote refuses, with its words.
  private(set) var refused: [PathVersion: String] = [:]
  /// The objects that wait for upload.
  private(set) var unsent = UnsentObjects()
  private(set) var withdrawn: [String] = []
  /// Runs once, right before the next adoption looks at the tip.
  private var intruder: (@Sendable (isolated FolderHost) throws -> Void)?
  /// Whether somebody writes before each adoption, unless told to wait.
  private var isRestless = false
  private var isHeld = false
  private var looksNeeded = 0
  private var seconds: Int64 = 1_700_000_000

  init(root: String) throws {
    self.root = root
    store = try Repository(root: root)
    (events, event) = AsyncStream.makeStream(of: SyncEvent.self)
    (questions, question) = AsyncStream.makeStream(of: SyncQuestion.self)
  }

  /// Returns the host that the engine gets.
  nonisolated func host(time: ManualTime) -> SyncHost {
    SyncHost(
      tip: { try? await self.tip() }, branch: { "main" },
      adopt: { target, expected, _ in try await self.adopt(target, expected) },
      refused: { await self.lookThrough() ? Set(self.refused.keys) : nil }, refuse: { await self.refuse($0) },
      unsent: { _, _ in await self.unsent }, mend: { _ in false },
      answer: { await self.answers[$0.kind] }, raise: { self.question.yield($0) },
      withdraw: { await self.noteWithdrawn($0) },
      template: Self.template.map { TemplateContent(path: $0.key, bytes: Array($0.value.utf8)) },
      publish: { self.event.yield($0) }, now: { 1_700_000_000 },
      uptime: { time.now }, sleep: { try await time.wait($0) }, hold: { _ in await self.hold() })
  }

  func tip() throws -> ObjectID? { try store.reference(Self.tipName) }

  func files() throws -> [String: String] { try tip().map { try store.files($0) } ?? [:] }

  func commit(_ id: ObjectID) throws -> Commit { try store.commit(id) }

  func references(_ prefix: String) throws -> [String: ObjectID] { try store.references(withPrefix: prefix) }

  func answer(_ kind: SyncQuestion.Kind, _ answer: SyncAnswer) { answers[kind] = answer }

  func intrude(_ body: @escaping @Sendable (isolated FolderHost) throws -> Void) { intruder = body }

  /// Takes so many looks until it is known what may be published.
  func needLooks(_ count: Int) { looksNeeded = count }

  private func lookThrough() -> Bool {
    guard looksNeeded > 0 else { return true }
    looksNeeded -= 1
    return false
  }

  private func refuse(_ versions: [PathVersion: String]) { refused.merge(versions) { $1 } }

  func holdBack(_ path: String, problem: String? = nil) throws {
    let text = try files()[path] ?? ""
    unsent = UnsentObjects([PathVersion(path, store.id(of: .blob, Array(text.utf8)))], problem: problem)
  }

  func holdNothingBack() { unsent = UnsentObjects() }

  private func noteWithdrawn(_ id: String) { withdrawn.append(id) }

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

  /// Puts the tip somewhere, as an older state of this machine would.
  func reset(_ id: ObjectID?) throws { try store.setReference(Self.tipName, to: id, expecting: tip()) }

  /// A commit that is not on the tip.
  func make(_ files: [String: String], parents: [ObjectID]) throws -> ObjectID {
    try store.makeCommit(files, parents: parents, seconds: 1_600_000_000)
  }

  private func hold() { isHeld = true }

  func beRestless() { isRestless = true }

  private func adopt(_ target: ObjectID, _ expected: ObjectID?) throws -> AdoptOutcome {
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
