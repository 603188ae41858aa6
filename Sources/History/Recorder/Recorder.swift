internal import FileSystem
package import GitObjects
internal import LargeFiles

/// The one writer of work tree and tip.
///
/// Synchronous and not `Sendable`: it lives on one serial executor (`WriteQueue`'s), where a call is a turn and nothing
/// else happens meanwhile. All it knows of the world comes through `FileTree`, `ObjectStore` and `TimeSource`, so the
/// simulation runs the very same code. Its verbs are in `Recorder+….swift`.
package final class Recorder {
  /// The reference that is the tip.
  package static let tipReference = "refs/stet/tip"
  /// The reference of what is recorded and kept off the tip.
  package static let heldReference = "refs/stet/held"

  let tree: any FileTree
  let store: TrackedStore
  let editor: TreeEditor
  /// Questions about the order of commits; lives on the recorder's executor.
  package let graph: CommitGraph
  let time: any TimeSource
  let journal: Journal
  let durability: ObjectDurability
  let hooks: RecorderHooks
  /// The contents of large files; nil where every file is recorded as it is.
  package let large: LargeStore?
  let makeChangeID: () -> String

  /// Whether others wait for the turn that runs; a long one ends soon then.
  package var isWaitedFor: () -> Bool = { false }
  /// Told how many of the files of a look were looked at; nil where nobody wants to know.
  package var tellLooked: ((_ done: Int, _ total: Int) -> Void)?
  /// Whether the person's git worked in the folder within the last second.
  package var gitRanLately = false
  /// Whose a change on disk is while agents' own tools run.
  package var brackets = Brackets()
  /// Whether somebody has a document open in an editor.
  package var isOpenInEditor: (WorkspacePath) -> Bool = { _ in false }
  /// The head of the audit for the next commit on the tip to name; nil where there is nothing new.
  package var auditHead: () -> String? = { nil }
  /// What it asks about paths.
  package var rules: RecordingRules
  /// The person and the machine.
  package var identity: RecorderIdentity
  /// Why recording is paused; nil where it is not. A pause outlasts a fault of the disk.
  private var pauseReason: String?
  /// What keeps anything from being made durable, with the reason for people; nil where nothing does.
  private(set) var failure: (reason: String, fault: Fault)?
  /// The tip; nil before the first commit.
  package internal(set) var tip: ObjectID?
  /// The tree of the tip.
  package internal(set) var tipTree = ObjectID.emptyTree
  /// The last commit of what is held; nil where nothing ever was.
  package internal(set) var heldTip: ObjectID?
  /// The tree of what is held.
  package internal(set) var heldTree = ObjectID.emptyTree
  /// Paths that are held now, with the reason.
  package internal(set) var held: [WorkspacePath: HeldReason] = [:]
  /// Contents that hold a secret, as far as this run has met them.
  var secretBlobs: Set<ObjectID> = []
  /// Versions that the remote refuses.
  package internal(set) var refused: RefusedVersions
  /// Files that could not be handled, by path, with what happened; an entry goes when the file can be handled again.
  package internal(set) var problems: [NameKey: String] = [:]
  /// Displaced files by the name of their slot.
  package internal(set) var displaced: [String: Displaced] = [:]
  /// Slots of displaced files that `settleDisplaced` is to look at again, with the reason.
  package internal(set) var late: [String: LateText] = [:]
  /// What is known of the disk.
  package internal(set) var cache: StatCache
  /// Commits since the last checkpoint.
  package internal(set) var commitsSinceCheckpoint = 0
  /// The turn that was answered and is not in the store yet.
  var unsettled: UnsettledTurn?
  /// The number of the last turn.
  var sequence: UInt64 = 0
  /// Deletions and file counts of the last minutes (A14).
  var deletions = DeletionGuard()
  /// What the last commits changed, for who asks what others did.
  var newsOfCommits = CommitNewsCache()
  /// Tells of saves of a path; nil for none.
  package var saveWatch: SaveWatch?
  /// The first and last authors of files, as far as somebody asked.
  package var origins = FileOrigins()
  /// How many files the tip has, kept up with each commit.
  package internal(set) var fileTotal = 0
  /// The tree that the person's git took the folder to have when it was at work, where that is not the tip's; nil while
  /// no file can be git's doing. What a file holds then is a change of *that* (decision 9).
  package var gitView: ObjectID?
  /// Slots of displaced files whose objects the last checkpoint made durable, with what history has of them: they may
  /// go.
  var droppable: [(slot: String, accounted: ObjectID)] = []
  /// What history has durably, since the last checkpoint, of the displaced files that it left.
  var durable: [String: ObjectID] = [:]
  /// Slots of displaced files that wait to be read beside the turns.
  var toRead: Set<String> = []
  /// Of displaced files for whose objects the disk had no room: how many bytes they need.
  var withoutRoom: [String: Int64] = [:]
  /// The slot that is being read.
  var beingRead: String?
  /// Files that were placed without being synced since the last checkpoint.
  var unsynced: Set<WorkspacePath> = []
  /// Files that are being synced beside the recorder's turns.
  var beingSynced: Set<WorkspacePath> = []
  /// Large files that wait to be copied into the store beside the turns.
  var toCopy: Set<WorkspacePath> = []
  /// Of those, what was found after an unclean stop and may be what a power cut left.
  var suspects: [WorkspacePath: Suspect] = [:]
  /// Whether a power cut may have left files that nobody saved so, and the folder was not looked at since.
  var mayBeTorn = false
  /// The large file that is being copied.
  var beingCopied: WorkspacePath?
  /// The adoption whose files are on their way.
  var adoption: AdoptionRun?
  /// Appends that are recorded together.
  var appends = AppendFolds()
  /// What others wrote lately, and a save may not have seen.
  var recent = RecentVersions()
  /// Saves that stand and lack what others wrote.
  package internal(set) var unseen: UnseenSaves
  /// Whether what a save had not seen is merged in its turn; not where that cannot be staged.
  var mayRepair = true
  /// What is to be told of saves.
  var saveNotices: [SaveNotice] = []
  /// Large files that stand as placeholders and whose content may be here: it is to be placed.
  package internal(set) var toPlace: Set<WorkspacePath> = []
  /// Files that were exchanged without a commit since the index was told.
  package internal(set) var exchanged: Set<WorkspacePath> = []
  /// Whether the mark of it is known to stand: it is not looked for at each of many files.
  var isExchangeMarked = false
  /// What is known of pointers.
  var pointerTexts = PointerTexts()
  /// The large files of the tip, as far as they were asked for.
  var largeTable = LargeTable()
  /// Edited pointers of which it is not known whether a remote has what they point to.
  var editedPointers: EditedPointers
  /// Whether some were edited since that was asked.
  var hasNewEditedPointers = false
  /// The contents that a remote said just now that it has, while a pointer to one is recorded.
  var vouched: Set<ContentID> = []
  /// Since when attributes are missing for which files wait, monotonic nanoseconds; nil while none are.
  var attributesMissing: Int64?
  /// Files that an adoption could not place, until they can be.
  var unplaced: [WorkspacePath: Unplaced] = [:]

  init(
    tree: any FileTree, store: TrackedStore, journal: Journal, durability: ObjectDurability, rules: RecordingRules,
    identity: RecorderIdentity, time: any TimeSource, hooks: RecorderHooks, large: LargeStore?,
    makeChangeID: @escaping () -> String
  ) {
    self.tree = tree
    self.store = store
    self.journal = journal
    self.durability = durability
    self.rules = rules
    self.identity = identity
    self.time = time
    self.hooks = hooks
    self.large = large
    self.makeChangeID = makeChangeID
    editor = TreeEditor(store: store)
    graph = CommitGraph(store: store)
    cache = StatCache(from: tree)
    refused = RefusedVersions(from: tree)
    unseen = UnseenSaves(from: tree)
    var pointers = PointerTexts()
    editedPointers = EditedPointers(from: tree) { pointers.pointer($0, in: store) }
  }

  /// The objects, for reading and for what is written beside the tip; lives on the recorder's executor.
  package var objects: any ObjectStore { store }

  /// Whether it records.
  package var state: RecorderState {
    if let failure { return .readOnly(failure.reason) }
    return pauseReason.map { .paused($0) } ?? .recording
  }

  /// Stops recording until told otherwise; what is on disk stays as it is.
  package func pause(_ reason: String) { pauseReason = reason }

  /// Records again, where no fault of the disk forbids it. The caller scans afterwards: what changed meanwhile was not
  /// looked at.
  package func resume() { pauseReason = nil }

  /// Stops recording until the fault is mended.
  func fail(_ reason: String, _ fault: Fault) { failure = (reason, fault) }

  /// Notes what is left of a fault; nil for nothing.
  func noteMended(to fault: Fault?) { failure = failure.flatMap { failure in fault.map { (failure.reason, $0) } } }

  /// What the tip has at a path; nil for nothing.
  package func entry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? {
    try editor.entry(at: path.string, of: tipTree)
  }

  /// What is held at a path; nil for nothing.
  package func heldEntry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? {
    heldTip == nil ? nil : try editor.entry(at: path.string, of: heldTree)
  }

  /// A recorded version's content.
  package func content(of blob: ObjectID) throws(ObjectStoreError) -> [UInt8] { try store.blob(blob) }
}
