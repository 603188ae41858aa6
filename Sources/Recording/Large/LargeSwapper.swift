internal import FileSystem
package import GitObjects
internal import Journal
package import LargeFiles
package import WorkTree

/// A file that is too large to be observed in a turn and was found after an unclean stop.
struct Suspect {
  /// Its stamp at that time: any later save is somebody's.
  var stamp: FileStamp
  /// Whether an older version of it is replaced too.
  var olderToo: Bool
}

/// Large files: the exchange of contents and placeholders, copies into the store, and edited pointers.
///
/// The tip has a content and its placeholder as the same version, so an exchange makes no commit.
package final class LargeSwapper: SwapperPart {
  /// Places the files.
  let executor: TurnExecutor
  /// The large files to exchange, and those that were exchanged.
  package let exchanges: ExchangeLedger
  /// Large files that are copied into the store beside the turns.
  var copies = CopyQueue()
  /// The files among them that were found after an unclean stop and may be damaged by a power cut.
  var suspects: [WorkspacePath: Suspect] = [:]
  /// Edited pointers of which it is unknown whether a remote has their content.
  var editedPointers: EditedPointers
  /// The contents that a remote just confirmed, while a pointer to one is recorded.
  var vouched: Set<ContentID> = []

  /// Reads the edited pointers of a workspace.
  init(_ executor: TurnExecutor) {
    self.executor = executor
    let disk = executor.disk
    exchanges = ExchangeLedger(of: disk)
    var pointers = PointerTexts()
    editedPointers = EditedPointers(from: disk.tree) { try? pointers.pointer($0, in: disk.store) }
  }

  /// Itself.
  var swapper: LargeSwapper { self }

  /// Adds a large file to the files that are copied beside the turns.
  func awaitCopy(of path: WorkspacePath, by origin: WriteOrigin) {
    copies.add(path, try? tree.stamp(of: FileLocation(path)), by: origin)
  }

  /// Whether large files wait for their copy or are being copied.
  package var isCopying: Bool { !copies.isEmpty }

  /// The large files that are not recorded yet.
  package var uncopied: [WorkspacePath] { copies.paths }

  /// Takes the next large file to be copied beside the turns; nil if there is none or one is being copied.
  package func beginCopy() -> LargeCopy? {
    if case .readOnly = log.state { return nil }
    guard let path = copies.begin() else { return nil }
    var copy = disk.copy(of: path)
    copy.suspect = suspects[path]?.stamp
    return copy
  }

  /// Returns the contents of large files that may still be needed: those of the tip, older ones that wait for a newer
  /// one, held ones, and displaced ones.
  ///
  /// - Throws: `ObjectStoreError` also if a blob of the tip cannot be read: it may name a needed content.
  package func neededContents() throws(ObjectStoreError) -> Set<ContentID> {
    try disk.followLargeTable()
    if let file = disk.largeTable.unread.values.first { throw file.error }
    var needed = Set(disk.largeTable.files.values.map(\.pointer.id))
    var versions = log.unplaced.values.compactMap(\.expected) + log.slots.files.map(\.accounted)
    versions += log.slots.files.compactMap { $0.proven?.blob }
    for path in holds.paths.keys {
      if let entry = try tips.heldEntry(at: path), entry.mode.isFile { versions.append(entry.id) }
    }
    for version in versions {
      if let pointer = disk.pointer(in: version) { needed.insert(pointer.id) }
    }
    return needed
  }

  /// Copies a file that is too large to be observed within a turn and returns its state; nil if it is being written.
  func largeOnDisk(_ path: WorkspacePath) throws -> DiskState? {
    guard let copied = try disk.copy(of: path).run(into: store) else { return nil }
    var onDisk = DiskState(
      mode: FileMode(copied.stamp), blob: nil, bytes: nil, stamp: copied.stamp, isSettled: true)
    switch copied.content {
    case .blob(let blob):
      try hold(blob, copied.stamp, at: path, by: executor.authors.originOfSave(path))
      onDisk.blob = blob
    case .object(let pointer):
      let version = try note(pointer, copied.stamp, at: path)
      onDisk.blob = version.blob
      onDisk.content = pointer
      onDisk.bytes = version.bytes
    case .zeros: return nil
    }
    return onDisk
  }

  /// Records that a path holds the content of a large file; returns the blob and the text of its pointer.
  func note(
    _ pointer: Pointer, _ stamp: FileStamp, at path: WorkspacePath
  ) throws -> (blob: ObjectID, bytes: [UInt8]) {
    let version = disk.version(of: pointer, at: path)
    let blob = try store.write(.blob, version.bytes)
    // Determined beside the turns, after a start: the index has the previously known state.
    if disk.cache[path]?.stamp != stamp, (try? tips.entry(at: path))?.id == blob { try? exchanges.note(path) }
    disk.cache[path] = CachedFile(stamp: stamp, blob: blob, isSettled: true, readAt: time.now().wall, isLarge: true)
    disk.problems[NameKey(path.string)] = nil
    return version
  }

  /// Records a version that is too large for the tip as held, in a turn of its own.
  func hold(_ blob: ObjectID, _ stamp: FileStamp, at path: WorkspacePath, by origin: WriteOrigin) throws {
    holds.paths[path] = .tooLarge(limit: disk.rules.holdOver)
    disk.cache[path] = CachedFile(stamp: stamp, blob: blob, isSettled: true, readAt: time.now().wall)
    disk.problems[NameKey(path.string)] = nil
    if try tips.heldEntry(at: path)?.id == blob { return }
    var plan = TurnPlan(sequence: log.sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: FileMode(stamp), blob: blob, content: nil), existed: false,
      origin: origin, held: .tooLarge(limit: disk.rules.holdOver))
    _ = try executor.execute(plan)
  }
}

/// A part of the recorder that works on the ledgers of the exchange.
protocol SwapperPart {
  /// Large files: their copies and exchanges.
  var swapper: LargeSwapper { get }
}

extension SwapperPart {
  /// The journal.
  var log: TurnLog { swapper.executor.log }
  /// The files on disk, compared with the tip.
  var disk: DiskView { swapper.executor.disk }
  var tree: any FileTree { swapper.executor.tree }
  /// The tip and the held versions.
  var tips: TipLedger { swapper.executor.tips }
  /// The repository.
  var store: TrackedStore { swapper.executor.store }
  /// The versions that are kept off the tip.
  var holds: HoldLedger { swapper.executor.holds }
  /// The saves that may not have seen others' changes.
  var saves: SaveLedger { swapper.executor.saves }
  /// The clock.
  var time: any TimeSource { swapper.executor.time }
}
