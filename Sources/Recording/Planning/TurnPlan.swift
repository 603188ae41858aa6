internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// A turn during its planning: commits and placements, and the future content of each path.
struct TurnPlan {
  /// The content of a path when the plan is done.
  struct File {
    /// The mode; nil for no file.
    var mode: FileMode?
    /// The blob; nil for no file.
    var blob: ObjectID?
    /// The bytes, if available.
    var bytes: [UInt8]?
    /// The version on disk before the turn; nil for no file.
    var diskBlob: ObjectID?
    /// The index of the placement that makes it; nil if the disk already has it.
    var placement: Int?
    /// The pointer of a large file; the bytes are then the content's, and the blob the pointer's.
    var pointer: Pointer?
    /// Whether only the pointer's text is on disk.
    var isPlaceholder = false
  }

  /// A commit being planned.
  struct Draft {
    /// The origin of its changes.
    var origin: WriteOrigin
    /// Whether it is recorded as held, off the tip.
    var isHeld: Bool
    /// The reason for holding it.
    var reason: HeldReason?
    var changes: [WorkspacePath: PlannedChange] = [:]
    /// Whether each path existed before, for the subject.
    var existed: [WorkspacePath: Bool] = [:]
    /// Paths whose content is in memory.
    var withContent: [WorkspacePath] = []
  }

  /// Commits, oldest first.
  var drafts: [Draft] = []
  /// Files to replace.
  var placements: [Placement] = []
  /// The contents of paths, as planned so far.
  var files: [WorkspacePath: File] = [:]
  /// The notices about saves, to be reported when the turn is done.
  var notices: [SaveNotice] = []
  /// Saves into which the turn merges versions that they had not seen, by path.
  var repairs: [WorkspacePath: ObjectID] = [:]
  /// Displaced texts among those, which are in no commit.
  var rescued: [WorkspacePath: Journal.StoredObject] = [:]
  /// Displaced files whose texts the turn merges, by slot, with their versions in history afterwards.
  var settled: [String: Displaced] = [:]
  /// Versions that may be on the tip whatever they hold: neither the path nor the content is kept off it.
  var clean: [WorkspacePath: ObjectID] = [:]
  var ledgers = LedgerChanges()
  /// Whether the versions that a save had not seen are merged in the turn; false if they cannot be staged.
  let mayRepair: Bool
  /// Number of the turn.
  let sequence: UInt64

  /// Creates an empty plan.
  init(sequence: UInt64, mayRepair: Bool = true) {
    self.sequence = sequence
    self.mayRepair = mayRepair
  }

  /// Adds a change to the last commit if it is of the same origin and lane, else to a new one.
  ///
  /// A second change of a path is a commit of its own, because history must have the first text too.
  mutating func add(
    _ change: PlannedChange, existed: Bool, origin: WriteOrigin, held: HeldReason? = nil
  ) -> Int {
    let isHeld = held != nil
    if let last = drafts.indices.last, drafts[last].origin == origin, drafts[last].isHeld == isHeld,
      drafts[last].reason == held, drafts[last].changes[change.path] == nil
    {
      drafts[last].changes[change.path] = change
      if change.content != nil { drafts[last].withContent.append(change.path) }
      if drafts[last].existed[change.path] == nil { drafts[last].existed[change.path] = existed }
      return last
    }
    var draft = Draft(origin: origin, isHeld: isHeld, reason: held)
    draft.changes[change.path] = change
    if change.content != nil { draft.withContent = [change.path] }
    draft.existed[change.path] = existed
    drafts.append(draft)
    return drafts.count - 1
  }

  /// Returns whether a change of a path below a folder is planned for the tip.
  func hasChange(below folder: WorkspacePath) -> Bool {
    drafts.contains { draft in !draft.isHeld && draft.changes.keys.contains { $0.isBelow(folder) } }
  }

  /// The name for the next placement's files.
  var nextSlot: String { "\(sequence)-\(placements.count)" }

  /// Stores the contents planned so far in a bulk import; only their trees remain to be written.
  mutating func moveContents(into bulk: any BulkImport) throws(ObjectStoreError) {
    for index in drafts.indices {
      for path in drafts[index].withContent {
        guard let content = drafts[index].changes[path]?.content else { continue }
        _ = try bulk.add(.blob, content)
        drafts[index].changes[path]?.content = nil
      }
      drafts[index].withContent = []
    }
  }
}
