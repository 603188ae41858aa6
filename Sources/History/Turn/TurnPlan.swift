internal import GitObjects
internal import LargeFiles

/// A turn as it is being planned: commits and placements, and what each path will hold.
struct TurnPlan {
  /// What a path will hold when the plan is done.
  struct File {
    /// Mode; nil where nothing will stand there.
    var mode: FileMode?
    /// Blob; nil where nothing will stand there.
    var blob: ObjectID?
    /// The bytes, where they are at hand.
    var bytes: [UInt8]?
    /// What stands on disk before the turn; nil for nothing.
    var diskBlob: ObjectID?
    /// The placement that brings it about; nil where the disk has it already.
    var placement: Int?
    /// Of a large file, what its pointer says; the bytes are the content's then, and the blob the pointer's.
    var pointer: Pointer?
    /// Whether only the pointer's text stands there.
    var isPlaceholder = false
  }

  /// A commit being planned.
  struct Draft {
    /// Where its changes come from.
    var origin: WriteOrigin
    /// Whether it is recorded as held, off the tip.
    var isHeld: Bool
    /// Why, where it is.
    var reason: HeldReason?
    /// What it changes, by path.
    var changes: [WorkspacePath: PlannedChange] = [:]
    /// What each path was before, for the subject.
    var existed: [WorkspacePath: Bool] = [:]
    /// Paths whose content is in memory.
    var withContent: [WorkspacePath] = []
  }

  /// Commits, oldest first.
  var drafts: [Draft] = []
  /// Files to replace.
  var placements: [Placement] = []
  /// What paths hold, as planned so far.
  var files: [WorkspacePath: File] = [:]
  /// What is to be told of saves when the turn is done.
  var notices: [SaveNotice] = []
  /// What those saves had not seen.
  var unseen: [WorkspacePath: UnseenVersions] = [:]
  /// Saves into which the turn merges what they had not seen, by path.
  var repairs: [WorkspacePath: ObjectID] = [:]
  /// Displaced texts among those, which no commit has.
  var rescued: [WorkspacePath: StoredObject] = [:]
  /// Displaced files whose texts the turn merges, by slot, with what history has of them then.
  var settled: [String: Displaced] = [:]
  /// Number of the turn.
  let sequence: UInt64

  /// Adds a change to the last commit where it is of the same origin and lane, else to a new one.
  ///
  /// A second change of a path is a commit of its own: the first one's text belongs into history, too.
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

  /// Whether a change of a path below a folder is planned for the tip.
  func hasChange(below folder: WorkspacePath) -> Bool {
    drafts.contains { draft in !draft.isHeld && draft.changes.keys.contains { $0.isBelow(folder) } }
  }

  /// The name for the next placement's files.
  var nextSlot: String { "\(sequence)-\(placements.count)" }

  /// Stores the contents planned so far by another way; what remains to be done for them is in the trees only.
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
