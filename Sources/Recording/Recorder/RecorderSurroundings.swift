package import FileSystem
package import GitObjects
package import WorkTree

/// The environment of a recorder.
package struct RecorderSurroundings {
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
    large: LargeStore? = nil, makeChangeID: @escaping () -> String, isCopy: Bool = false, isSameBoot: Bool = false,
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
