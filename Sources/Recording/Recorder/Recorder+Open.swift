package import FileSystem
package import GitObjects
internal import Journal
package import WorkTree

extension Recorder {
  /// The environment of a recorder.
  package struct Surroundings {
    /// The files.
    package var tree: any FileTree
    /// The objects.
    package var store: any ObjectStore
    /// How objects become durable.
    package var durability: ObjectDurability
    /// The rules for paths.
    package var rules: RecordingRules
    /// The person and the machine.
    package var identity: RecorderIdentity
    /// The clock.
    package var time: any TimeSource
    /// The hooks for tests.
    package var hooks: RecorderHooks
    /// The contents of large files; nil if every file is recorded as it is.
    package var large: LargeStore?
    /// Returns a new id for a change (`RecorderIdentity.changeID`).
    package var makeChangeID: () -> String
    /// Whether `.git/stet` was copied from elsewhere: its journal is kept as rescue and not replayed (review C7).
    package var isCopy: Bool
    /// Whether the machine was not restarted since the store was last used: everything that was written is on disk,
    /// synced or not.
    package var isSameBoot: Bool
    /// The policy for an object that the journal needs and that cannot be read.
    package var loss: LossPolicy
    /// Whether the caller reads the stored stat cache beside the turns and passes it to `take`, if the last stop was in
    /// order.
    package var readsCacheLater: Bool

    /// Makes an environment.
    package init(
      tree: any FileTree, store: any ObjectStore, durability: ObjectDurability, rules: RecordingRules,
      identity: RecorderIdentity, time: any TimeSource, hooks: RecorderHooks = RecorderHooks(),
      large: LargeStore? = nil,
      makeChangeID: @escaping () -> String, isCopy: Bool = false, isSameBoot: Bool = false,
      loss: LossPolicy = .refuses, readsCacheLater: Bool = false
    ) {
      self.tree = tree
      self.store = store
      self.durability = durability
      self.rules = rules
      self.identity = identity
      self.time = time
      self.hooks = hooks
      self.large = large
      self.makeChangeID = makeChangeID
      self.isCopy = isCopy
      self.isSameBoot = isSameBoot
      self.loss = loss
      self.readsCacheLater = readsCacheLater
    }
  }

  /// The result of opening.
  package struct Opening {
    /// The recorder, recovered.
    package var recorder: Recorder
    /// Whether the last stop was in order: the disk holds recorded content or later saves.
    package var wasClean: Bool
    /// The number of turns that were completed or reverted.
    package var replayed: Int
    /// The tip at the last checkpoint; nil if there was no commit.
    package var beginning: ObjectID?
    /// Commits that the journal needs and that cannot be read; empty unless loss is allowed.
    package var lost: [ObjectID]
    /// Files of the journal that the device does not read to their ends.
    package var unreadJournals: [String]
    /// The files of the tip.
    package var listing: TipListing
  }

  /// Opens the recorder of a workspace and completes an interrupted turn.
  ///
  /// The caller holds the workspace's lock. Afterwards the tip is whole, and a scan finds the saves made meanwhile.
  ///
  /// - Throws: `RecordError` if disk or repository refuse.
  package static func open(_ surroundings: Surroundings) throws(RecordError) -> Opening {
    let tree = surroundings.tree
    return try RecordError.mapping {
      for folder in ["tmp", "displaced", "journal"] { try tree.makeDirectories(.store(folder)) }
      if surroundings.isCopy { try tree.setAsideCopiedStore() }
      let opened = try JournalFile.open(in: tree)
      let recorder = Recorder(
        tree: tree, store: TrackedStore(surroundings.store), journal: opened.journal,
        durability: surroundings.durability,
        rules: surroundings.rules, identity: surroundings.identity, time: surroundings.time,
        hooks: surroundings.hooks, large: surroundings.large, makeChangeID: surroundings.makeChangeID)
      let isInOrder = opened.entries.isEmpty || opened.entries.last == .clean
      // An interrupted turn is completed with the state of the files.
      if !surroundings.readsCacheLater || !isInOrder {
        recorder.disk.cache = StatCache(from: tree)
        recorder.knowsCache = true
      }
      let recovery = try Recovery(recorder: recorder).recover(
        opened.entries, isSameBoot: surroundings.isSameBoot, loss: surroundings.loss)
      recorder.mayBeTorn = !recovery.wasClean && !surroundings.isSameBoot
      try recorder.exchanges.recall()
      try recorder.saves.endAnsweredQuestions()
      let listing = try TipListing(recorder.tips.tree, in: recorder.store)
      recorder.tips.fileTotal = listing.count
      return Opening(
        recorder: recorder, wasClean: recovery.wasClean, replayed: recovery.turns, beginning: recovery.beginning,
        lost: recovery.lost, unreadJournals: opened.unread, listing: listing)
    }
  }

  /// Takes the stored stat cache, which was read beside the turns.
  ///
  /// - Parameter isSameBoot: whether the machine was not restarted since the store was last used.
  /// - Throws: `RecordError` if the cache must be stored and the disk refuses.
  package func take(_ cache: StatCache, isSameBoot: Bool) throws(RecordError) {
    guard !knowsCache else { return }
    knowsCache = true
    disk.cache.take(cache)
    guard !isSameBoot, disk.cache.forgetRecent(now: time.now().wall) else { return }
    // A later start without another restart would trust the stored form.
    do throws(FileError) { try disk.cache.store(in: tree) } catch { throw .disk(error) }
  }
}

extension FileTree {
  /// Keeps a copied store's journal and displaced files as rescue.
  fileprivate func setAsideCopiedStore() throws(FileError) {
    try makeDirectories(.store("rescue"))
    var number = 1
    while try stamp(of: .store("rescue/\(number)")) != nil { number += 1 }
    try makeDirectories(.store("rescue/\(number)"))
    for folder in ["journal", "displaced", "tmp"] where try stamp(of: .store(folder)) != nil {
      try move(.store(folder), toNew: .store("rescue/\(number)/\(folder)"))
      try makeDirectories(.store(folder))
    }
    try remove(StatCache.file.location)
  }
}
