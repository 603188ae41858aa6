package import FileSystem
package import GitObjects
internal import Journal
package import WorkTree

/// The one writer of work tree and tip.
///
/// Synchronous and not `Sendable`: it lives on one serial executor (`FolderKeeper`'s), on which a call is a turn and
/// nothing else happens meanwhile. It accesses the world only through `FileTree`, `ObjectStore` and `TimeSource`, so
/// that the simulation runs the same code. Its verbs are in `Recorder+….swift`; parts that borrow its ledgers
/// (`RecorderPart`) carry them out.
package final class Recorder {
  /// The tip and the held versions, in the repository.
  package let tips: TipLedger
  /// The files on disk.
  package let disk: DiskView
  /// The saves that may not have seen others' changes.
  package let saves: SaveLedger
  /// The versions that are kept off the tip.
  package let holds: HoldLedger
  /// The journal, with all that a new one takes over.
  package let log: TurnLog
  /// The authors of changes on disk.
  package let authors: SaveAuthors
  let time: any TimeSource
  /// Executes turns.
  package let executor: TurnExecutor
  /// Exchanges and copies large files.
  package let swapper: LargeSwapper
  /// Plans the content of paths.
  let planner: Planner

  /// Receives the number of observed files and their total during an observation; nil if nobody needs them.
  package var tellLooked: ((_ done: Int, _ total: Int) -> Void)?
  /// Reports saves of one path; nil for none.
  package var saveWatch: SaveWatch?
  /// The tree that the person's git expected in the folder when it was at work, if that is not the tip's; nil while no
  /// file can be git's. Content on disk is then a change of *that* tree (decision 9).
  package var gitView: ObjectID?
  /// Whether the stored stat cache was read.
  package internal(set) var knowsCache = false
  /// Whether a power cut may have left files that nobody saved so, and the folder was not scanned since.
  var mayBeTorn = false

  /// Creates a recorder with the state that was read from disk.
  init(_ surroundings: RecorderSurroundings, journal: JournalFile) {
    let time = surroundings.time
    self.time = time
    let tips = TipLedger(store: TrackedStore(surroundings.store), time: time)
    let disk = DiskView(
      surroundings.tree, tips.recorded, rules: surroundings.rules, large: surroundings.large, time: time)
    let saves = SaveLedger(of: disk, tips, identity: surroundings.identity)
    self.tips = tips
    self.disk = disk
    self.saves = saves
    let holds = HoldLedger(of: disk, tips)
    let log = TurnLog(journal, of: disk, saves, durability: surroundings.durability)
    let authors = SaveAuthors(of: disk, tips)
    self.holds = holds
    self.log = log
    self.authors = authors
    let executor = TurnExecutor(
      log, holds, authors, hooks: surroundings.hooks, makeChangeID: surroundings.makeChangeID)
    self.executor = executor
    let swapper = LargeSwapper(executor)
    self.swapper = swapper
    planner = Planner(swapper: swapper)
  }

  /// The object store, for reading and for objects beside the tip; lives on the recorder's executor.
  package var objects: any ObjectStore { tips.store }

  package var tree: any FileTree { disk.tree }

  /// The large files to exchange, and those that were exchanged.
  package var exchanges: ExchangeLedger { swapper.exchanges }

  /// The state of recording.
  package var state: RecorderState { log.state }

  package var displaced: [Displaced] { log.slots.files }

  /// The slots of displaced files that must be observed again, with the reason.
  package var late: [String: LateText] { log.slots.late }

  /// Whether files of an adoption are still to be placed.
  package var isAdopting: Bool { log.adoption != nil }

  /// Paths that are held now, with the reason.
  package var held: [WorkspacePath: HeldReason] { holds.paths }

  /// The person and the machine.
  package var identity: RecorderIdentity {
    get { saves.identity }
    set { saves.identity = newValue }
  }

  /// The repository, which notes the objects since the last checkpoint.
  var store: TrackedStore { tips.store }

  /// The graph of the commits; lives on the recorder's executor.
  package var graph: CommitGraph { tips.graph }

  /// The tip; nil before the first commit.
  package var tip: ObjectID? { tips.tip }

  package var tipTree: ObjectID { tips.tree }

  /// Returns the tip's entry at a path; nil for none.
  package func entry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? { try tips.entry(at: path) }

  /// Returns the content of a recorded version.
  package func content(of blob: ObjectID) throws(ObjectStoreError) -> [UInt8] { try store.blob(blob) }
}
