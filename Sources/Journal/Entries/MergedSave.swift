package import GitObjects

/// A save that was merged before it was recorded: no commit has its text, and the editor that saved it does.
///
/// The journal keeps it for as long as a version counts: the next save of that editor is based on it.
package struct MergedSave: Hashable, Sendable {
  /// The text as it was saved.
  package var save: ObjectID
  /// The version that it was merged into.
  package var version: ObjectID
  /// The time of the merge, seconds since 1970.
  package var seconds: Int64

  package init(save: ObjectID, version: ObjectID, seconds: Int64) {
    self.save = save
    self.version = version
    self.seconds = seconds
  }
}
