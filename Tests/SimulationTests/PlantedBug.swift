import FileSystem
import GitObjects
import Recording

/// A deliberately broken variant. Each is planted from outside, in a simulated disk, store or caller: production code
/// has no switch for it.
enum PlantedBug: String, CaseIterable, Sendable {
  /// A merge does not list what could not stay.
  case overlapListedNowhere
  /// Saves and merges ignore `merge=union`.
  case unionIgnored
  /// A displaced file counts as the expected one.
  case displacedNotChecked
  /// The displaced file is removed before its text is durable elsewhere.
  case displacedRemovedAtOnce
  /// A file is put over another without keeping that one.
  case replacedInsteadOfExchanged
  /// A displaced file that a program has open counts as free.
  case openFilesDropped
  /// Objects that were fetched are not durable when a reference names them.
  case referenceBeforeObject
  /// The checkpoint drops the journal before its pack is durable.
  case journalDroppedBeforePack
  /// A turn is carried out before its journal entry is durable.
  case journalNotSynced
  /// A temporary takes its place before its content is durable.
  case temporaryNotSynced
  /// After lost events nobody scans.
  case noRescanAfterOverflow
  /// A name that is missing is deleted at once.
  case loneDeletionBelieved
  /// An agent's write ignores its token.
  case overwriteWithoutToken
  /// After a power cut an empty file counts as a save.
  case tornFilesAreSaves
  /// An adoption takes the tip as it is, not as it was when the merge was made.
  case tipMovedWithoutComparing
  /// An append goes to the present file without a mark on it.
  case appendWithoutMark
  /// Older versions that provably nobody read count as read: a save may be made from them.
  case unreadVersionIsBase
  /// A new file is put over another one that came there meanwhile.
  case newFileReplacesAnother
  /// Saves while recording is paused are never looked at.
  case pausedSavesDropped

  /// Changes what a recorder is opened with.
  func plant(in surroundings: inout RecorderSurroundings) {
    surroundings.tree = BuggyTree(surroundings.tree, self)
    surroundings.store = BuggyStore(surroundings.store, self)
    if self == .journalDroppedBeforePack { surroundings.durability = ObjectDurability { _ in } }
  }
}
