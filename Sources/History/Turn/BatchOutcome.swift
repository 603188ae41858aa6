package import GitObjects

/// What became of writes that are done together or not at all.
package enum BatchOutcome: Hashable, Sendable {
  /// All are done.
  case done([WriteResult])
  /// None is; these of them, by their place, could not be.
  case refused([Int: WriteRefusal])
  /// None is: two of them are of one file.
  case twice(WorkspacePath)
}
