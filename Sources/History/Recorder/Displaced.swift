package import FileSystem
package import GitObjects

/// A file that a turn took out of the work tree, still linked until a checkpoint (review A1, A11).
package struct Displaced: Hashable, Sendable {
  /// The path it stood at.
  package var path: WorkspacePath
  /// Where it is now.
  package var location: FileLocation
  /// The version of it that history holds; what it holds beyond that is a late writer's.
  package var accounted: ObjectID
  /// Since when, monotonic nanoseconds.
  package var since: Int64
  /// What it held when it was looked at last, where it is the content of a large file; nil where nobody knows.
  var proven: CachedFile?

  /// Makes an entry.
  package init(path: WorkspacePath, location: FileLocation, accounted: ObjectID, since: Int64) {
    self.path = path
    self.location = location
    self.accounted = accounted
    self.since = since
  }

  /// Returns the journal's entry for it.
  func entry(of slot: String) -> JournalEntry {
    .displaced(
      slot: slot, path: path, accounted: accounted, besideTarget: location != .store("displaced/\(slot)"))
  }
}

/// Reasons why a displaced file is to be looked at again: nothing else may tell of it.
package enum LateText: Hashable, Sendable {
  /// A program had it open for writing when it was looked at, or it could not be read or kept.
  case beingSaved
  /// Its text could not be merged yet; that is tried again with each turn besides.
  case refused
}
