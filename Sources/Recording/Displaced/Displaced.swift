package import FileSystem
package import GitObjects
internal import Journal
internal import WorkTree

/// A file that a turn moved out of the work tree, still linked until a checkpoint (review A1, A11).
package struct Displaced: Hashable, Sendable {
  /// Its path before.
  package var path: WorkspacePath
  /// Its present location.
  package var location: FileLocation
  /// Its version in history; any further content is from a late writer.
  package var accounted: ObjectID
  /// The time of the exchange, monotonic nanoseconds.
  package var since: Int64
  /// Its content when it was last observed, if that is of a large file; nil if unknown.
  var proven: CachedFile?

  /// Returns the journal's entry for it.
  func entry(of slot: String) -> JournalEntry {
    .displaced(
      slot: slot, path: path, accounted: accounted, besideTarget: location != .store("displaced/\(slot)"))
  }
}

/// The reason why a displaced file must be observed again; nothing else may report it.
package enum LateText: Hashable, Sendable {
  /// A program had it open for writing when it was observed, or it could not be read or kept.
  case beingSaved
  /// Its text could not be merged yet; each turn retries that too.
  case refused
}

extension Displaced {
  /// Returns the version that its stamp proves; nil if it has to be read.
  func version(_ stamp: FileStamp) -> ObjectID? {
    guard let proven, proven.proves(stamp), proven.stamp.changed == stamp.changed else { return nil }
    return proven.blob
  }
}
