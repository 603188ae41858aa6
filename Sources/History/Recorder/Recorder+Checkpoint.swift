internal import FileSystem
package import GitObjects
internal import Merge

extension Recorder {
  /// So many files are synced one by one (about 5 ms each); more of them with the whole file system.
  private static let fewFiles = 16

  /// Makes all since the last checkpoint durable as one pack; then journal, displaced and loose copies go (review C1).
  ///
  /// A displaced file goes only when history holds what it holds and nobody has it open (review A1, A11).
  ///
  /// - Parameter limit: how many displaced files go in this turn; `endCheckpoint` takes the rest.
  /// - Throws: `RecordError`; then everything that was durable before is so still. `.readOnly` while the journal holds
  ///   a turn whose files stand and whose commits do not: only it knows who wrote them.
  package func checkpoint(within limit: TurnLimit = .none) throws(RecordError) {
    try checkpoint(keeping: [], within: limit)
  }

  /// So few objects are packed within the checkpoint's turn.
  private static let fewObjects = 64

  /// What the checkpoint's pack is to have, where that is so much that it is written beside the recorder's turns: it
  /// took up to 0.7 s of one. Nil where the checkpoint does it as fast.
  package func beginPack() -> [ObjectID]? {
    store.recent.count > Self.fewObjects ? store.recent : nil
  }

  /// Takes note that objects are in a durable pack; the checkpoint packs what came since.
  package func endPack(of ids: [ObjectID]) { store.forgetRecent(ids) }

  /// Begins to sync files that adoptions placed, beside the recorder's turns; nil where the checkpoint does it as fast.
  package func beginBulkSync() -> BulkSync? {
    guard unsynced.count > Self.fewFiles else { return nil }
    beingSynced.formUnion(unsynced)
    unsynced = []
    return BulkSync(tree: tree)
  }

  /// Ends what `beginBulkSync` began; what was not synced is left to the checkpoint.
  package func endBulkSync(isDone: Bool) {
    if !isDone { unsynced.formUnion(beingSynced) }
    beingSynced = []
  }

  /// Takes away what the last checkpoint made needless; false where some of it is left.
  package func endCheckpoint(within limit: TurnLimit) throws(RecordError) -> Bool {
    try RecordError.mapping { try dropDisplaced(within: limit) }
    return droppable.isEmpty
  }

  /// The same, with entries that the new journal needs.
  func checkpoint(keeping earlier: [JournalEntry], within limit: TurnLimit = .none) throws(RecordError) {
    switch failure?.fault {
    case nil, .journal: break
    case .store, .unknown: if case .readOnly(let reason) = state { throw .readOnly(reason) }
    }
    try RecordError.mapping {
      if !store.recent.isEmpty {
        try durability.makeDurable(store.recent)
        store.forgetRecent()
      }
      try synchronizePlaced()
      droppable = displaced.sorted { $0.key < $1.key }.map { ($0.key, $0.value.accounted) }
      durable = displaced.mapValues(\.accounted)
      try dropDisplaced(within: limit)
      // The beginning comes last: where it can be read, so can all that belongs to it.
      try journal.rotate(kept + [.begin(tip: tip, held: heldTip, sequence: sequence)] + earlier)
      commitsSinceCheckpoint = 0
    }
  }

  /// What a new journal takes over: displaced files that are still kept, and what adoptions have not brought yet, and saves
  /// that are in no commit.
  private var kept: [JournalEntry] {
    var entries = displaced.sorted { $0.key < $1.key }.map { $0.value.entry(of: $0.key) }
    for (path, file) in unplaced.sorted(by: { $0.key < $1.key }) {
      entries.append(.unplaced(path: path, expected: file.expected))
    }
    if let adoption { entries.append(adoption.entry) }
    entries += recent.merged.young(at: time.now().seconds).map { .merged($0) }
    return entries
  }

  /// How long a stop takes displaced files away; the next start goes on with what is left.
  private static let closing = TurnLimit(nanoseconds: 300_000_000)

  /// Stores the stat cache and marks the stop as clean; call with nothing pending.
  package func close() throws(RecordError) {
    try checkpoint(within: Self.closing)
    do throws(FileError) {
      if cache.isDirty { try cache.store(in: tree) }
      try largeTable.store(in: tree)
      try journal.append(.clean)
    } catch { throw .disk(error) }
  }

  /// Stores the stat cache where much of it changed; called at rest.
  ///
  /// At 100,000 files it has 14 MB: written at each rest, it was most of what a save cost the disk.
  package func storeCache() throws(RecordError) {
    guard cache.isWorthStoring else { return }
    do throws(FileError) { try cache.store(in: tree) } catch { throw .disk(error) }
  }

  /// Syncs files that adoptions placed, before the journal that names them goes.
  private func synchronizePlaced() throws(FileError) {
    let paths = unsynced.union(beingSynced)
    if paths.count > Self.fewFiles {
      try tree.synchronizeAll()
      unsynced = []
      return
    }
    for path in paths.sorted() {
      do throws(FileError) { try tree.synchronize(FileLocation(path)) } catch {
        switch error.code {
        // Gone or replaced since: what stands there now is somebody else's.
        case .vanished, .noParent, .notAFile, .outside, .denied: break
        default: throw error
        }
      }
    }
    unsynced = []
  }

  /// Takes displaced files away whose objects the last checkpoint made durable.
  func dropDisplaced(within limit: TurnLimit) throws(FileError) {
    let now = time.now().monotonic
    while let (slot, accounted) = droppable.popLast() {
      // What was merged since is in no durable pack yet.
      if let file = displaced[slot], file.accounted == accounted, try drop(file, slot, at: now) {
        forgetDisplaced(slot)
      }
      if limit.isReached(after: time.now().monotonic - now, isWaitedFor: isWaitedFor()) { return }
    }
  }

  private func drop(_ file: Displaced, _ slot: String, at now: Int64) throws(FileError) -> Bool {
    guard let stamp = try tree.stamp(of: file.location) else { return true }
    let use = try tree.use(of: file.location)
    switch use {
    case .free: break
    // Without a lease nobody can say; an hour is what a save may take.
    case .unknown: if now - file.since < 3_600_000_000_000 { return false }
    case .read, .written: return false
    }
    if stamp.kind != .symlink, try !holds(file, slot, stamp, use) { return false }
    try tree.remove(file.location)
    return true
  }

  /// Whether a displaced file holds what history has of it. Of a large one's content the object is here then, or the
  /// remote said that it has it.
  private func holds(
    _ file: Displaced, _ slot: String, _ stamp: FileStamp, _ use: FileUse
  ) throws(FileError) -> Bool {
    if isReadBeside(file, stamp) { return holdsUnread(file, slot, stamp) }
    // Where no lease can be had no content ever counts as settled; there the hour has to do.
    guard let found = try find(file.location, of: file.path, expected: file.accounted, in: slot),
      found.isSettled || use == .unknown
    else { return false }
    return found.blob == file.accounted
  }

  /// Whether a file that somebody has open got lines behind what history has of it, and has rested for as long as a plain
  /// modify takes to settle: a `tee -a` that stays open for days (review A11). Anything else may be half saved.
  private func hasGrown(_ content: Found, beyond accounted: ObjectID) -> Bool {
    guard content.content == nil, time.now().wall - content.stamp.modified >= 200_000_000,
      TextMerge.isText(content.bytes),
      let known = try? store.blob(accounted)
    else { return false }
    return content.bytes.count > known.count && content.bytes.starts(with: known)
  }

  /// Looks at displaced files again and merges what late writers put into them, in the person's name (review A11).
  ///
  /// - Parameter slots: which; nil for all.
  /// - Returns: slots of these that are still being written, or hold a text that cannot be merged yet: they are `late`.
  package func settleDisplaced(_ slots: [String]? = nil) -> [String] {
    (slots ?? displaced.keys.sorted()).filter { slot in
      late[slot] = settleDisplaced(slot)
      return late[slot] != nil
    }
  }

  /// Has displaced files looked at again later.
  package func noteLate(_ slots: [String]) {
    for slot in slots where displaced[slot] != nil { late[slot] = late[slot] ?? .beingSaved }
  }

  /// The same for one; answers the reason why it is to be looked at again, nil where it is not.
  private func settleDisplaced(_ slot: String) -> LateText? {
    guard let file = displaced[slot] else { return nil }
    if let stamp = try? tree.stamp(of: file.location), isReadBeside(file, stamp) {
      return settleUnread(file, slot, stamp)
    }
    let found: Found?
    do throws(FileError) { found = try find(file.location, of: file.path, expected: file.accounted, in: slot) } catch {
      return .beingSaved
    }
    guard let content = found else {
      forgetDisplaced(slot)
      return nil
    }
    if !content.isSettled, !hasGrown(content, beyond: file.accounted) { return .beingSaved }
    let rest: LateText? = content.isSettled ? nil : .beingSaved
    guard content.blob != file.accounted else { return rest }
    // What comes behind it later is merged over this version.
    if !content.isSettled, (try? store.write(.blob, content.bytes)) == nil { return .beingSaved }
    merge([Rescue(slot: slot, blob: content.blob, write: rescue(file.path, content, base: file.accounted))])
    return late[slot] ?? rest
  }
}
