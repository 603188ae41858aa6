package import GitObjects

/// The outcome of writes that are done together or not at all.
package enum BatchOutcome: Hashable, Sendable {
  /// All are done.
  case done([WriteResult])
  /// None is done; these, by their index, were refused.
  case refused([Int: WriteRefusal])
  /// None is done: two of them are of one file.
  case twice(WorkspacePath)
}
