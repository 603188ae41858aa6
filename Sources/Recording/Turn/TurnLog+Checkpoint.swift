internal import FileSystem
package import GitObjects
internal import Journal
package import WorkTree

extension TurnLog {
  /// The greatest number of files that are synced one by one (about 5 ms each); for more the whole file system is
  /// synced.
  private static let fewFiles = 16

  /// Makes everything since the last checkpoint durable as one pack; then deletes journal, displaced files and loose
  /// copies (review C1).
  ///
  /// A displaced file is deleted only if history holds its content and nobody has it open (review A1, A11).
  ///
  /// - Parameter limit: the number of displaced files that this turn deletes; `endCheckpoint` deletes the rest.
  /// - Throws: `RecordError`; everything that was durable before still is. `.readOnly` without the lock, and while the
  ///   journal holds a turn whose files are placed and whose commits are not stored: only the journal has their authors.
  package func checkpoint(within limit: TurnLimit = .none) throws(RecordError) {
    try checkpoint(keeping: [], within: limit)
  }

  /// The greatest number of objects that are packed within the checkpoint's turn.
  private static let fewObjects = 64

  /// Returns the objects of the checkpoint's pack if they are so many that it is written beside the recorder's turns:
  /// it took up to 0.7 s of one. nil if the checkpoint is as fast.
  package func beginPack() -> [ObjectID]? {
    disk.store.recent.count > Self.fewObjects ? disk.store.recent : nil
  }

  /// Notes that objects are in a durable pack; the checkpoint packs later ones.
  package func endPack(of ids: [ObjectID]) { disk.store.forgetRecent(ids) }

  /// Begins to sync files that adoptions placed, beside the recorder's turns; nil if the checkpoint is as fast.
  package func beginBulkSync() -> BulkSync? {
    guard placedFiles.count > Self.fewFiles else { return nil }
    placedFiles.beginSync()
    return BulkSync(tree: disk.tree)
  }

  /// Ends the sync of `beginBulkSync`; after a failure the checkpoint syncs these files.
  package func endBulkSync(isDone: Bool) { placedFiles.endSync(isDone: isDone) }

  /// Deletes displaced files that the last checkpoint made obsolete; returns false if some are left.
  package func endCheckpoint(within limit: TurnLimit) -> Bool {
    dropDisplaced(within: limit)
    return slots.isDropped
  }

  /// Makes a checkpoint with entries that the new journal needs.
  func checkpoint(keeping earlier: [JournalEntry], within limit: TurnLimit = .none) throws(RecordError) {
    guard holdsLock() else {
      throw .readOnly(".git/stet/lock was deleted or replaced; another process may record the folder now")
    }
    switch failure?.fault {
    case nil, .journal: break
    case .store, .unknown: if case .readOnly(let reason) = state { throw .readOnly(reason) }
    }
    try RecordError.mapping {
      if !disk.store.recent.isEmpty {
        try durability.makeDurable(disk.store.recent)
        disk.store.forgetRecent()
      }
      try synchronizePlaced()
      slots.noteDurable()
      dropDisplaced(within: limit)
      // The beginning is the last entry: if it can be read, so can everything that belongs to it.
      try journal.rotate(
        kept + [.begin(tip: disk.recorded.tip, held: disk.recorded.heldTip, sequence: sequence)] + earlier)
      saves.tips.commitsSinceCheckpoint = 0
    }
  }

  /// The entries that a new journal takes over: displaced files that are still kept, unplaced files, and saves that are
  /// in no commit.
  private var kept: [JournalEntry] {
    var entries = slots.entries
    for (path, file) in unplaced.sorted(by: { $0.key < $1.key }) {
      entries.append(.unplaced(path: path, expected: file.expected))
    }
    if let adoption { entries.append(adoption.entry) }
    entries += saves.recent.merged.young(at: disk.time.now().seconds).map { .merged($0) }
    return entries
  }

  /// The time for which a stop deletes displaced files; the next start deletes the rest.
  private static let closing = TurnLimit(nanoseconds: 300_000_000)

  /// Stores the stat cache and marks the stop as clean; call with nothing pending.
  ///
  /// - Parameter isClean: whether the files are known to be whole: false if power was lost and the folder was not
  ///   scanned since. The next start then looks for torn files.
  package func close(isClean: Bool = true) throws(RecordError) {
    try checkpoint(within: Self.closing)
    do throws(FileError) {
      if disk.cache.isDirty { try disk.cache.store(in: disk.tree) }
      try disk.largeTable.store(in: disk.tree)
      if isClean { try journal.append(.clean) }
    } catch { throw .disk(error) }
  }

  /// Syncs files that adoptions placed, before the journal that names them is deleted.
  private func synchronizePlaced() throws(FileError) {
    let paths = placedFiles.paths
    if paths.count > Self.fewFiles {
      try disk.tree.synchronizeAll()
      placedFiles.noteSynced()
      return
    }
    for path in paths {
      do throws(FileError) { try disk.tree.synchronize(FileLocation(path)) } catch {
        switch error.code {
        // The file was deleted or replaced since: the present one is somebody else's.
        case .vanished, .noParent, .notAFile, .outside, .denied: break
        default: throw error
        }
      }
    }
    placedFiles.noteSynced()
  }

  /// Deletes displaced files whose objects the last checkpoint made durable. One that cannot be read is kept and listed:
  /// it prevents no checkpoint, and the next one tries again.
  func dropDisplaced(within limit: TurnLimit) {
    let now = disk.time.now().monotonic
    while let (slot, file) = slots.takeDroppable() {
      do throws(FileError) {
        if let file, try drop(file, slot, at: now) { forgetDisplaced(slot) }
      } catch {
        disk.problems[Self.problemName(slot)] = "\(error.message); the previous version of a file is kept here"
      }
      if limit.isReached(after: disk.time.now().monotonic - now, isWaitedFor: isWaitedFor()) { return }
    }
  }

  private func drop(_ file: Displaced, _ slot: String, at now: Int64) throws(FileError) -> Bool {
    guard let stamp = try disk.tree.stamp(of: file.location) else { return true }
    let use = try disk.tree.use(of: file.location)
    switch use {
    case .free: break
    // Without a lease the use is unknown; a save may take an hour.
    case .unknown: if now - file.since < 3_600_000_000_000 { return false }
    case .read, .written: return false
    }
    if stamp.kind != .symlink, try !holds(file, slot, stamp, use) { return false }
    try disk.tree.remove(file.location)
    return true
  }

  /// Returns whether a displaced file holds its version in history. For the content of a large file the object must be
  /// here, or the remote must have confirmed that it has it.
  private func holds(
    _ file: Displaced, _ slot: String, _ stamp: FileStamp, _ use: FileUse
  ) throws(FileError) -> Bool {
    if isReadBeside(file, stamp) { return holdsUnread(file, slot, stamp) }
    // Without leases no content ever counts as settled; the hour must be enough there.
    guard let found = try disk.displaced.find(file.location, of: file.path, expected: file.accounted, in: slot),
      found.isSettled || use == .unknown
    else { return false }
    return found.blob == file.accounted
  }

  /// Marks displaced files to be observed again later.
  package func noteLate(_ changed: [String]) {
    for slot in changed { slots.noteLate(slot) }
  }
}

extension DiskView {
  /// Stores the stat cache if much of it changed; called at rest.
  ///
  /// At 100,000 files it has 14 MB: writing it at each rest was most of the disk's work for a save.
  package func storeCache() throws(RecordError) {
    guard cache.isWorthStoring else { return }
    do throws(FileError) { try cache.store(in: tree) } catch { throw .disk(error) }
  }
}
