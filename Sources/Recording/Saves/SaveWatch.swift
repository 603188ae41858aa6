package import GitObjects

/// Reports the person's saves of one path.
///
/// A save is a version that was recorded because it was found on disk, without another author, and into which nothing
/// was merged. Pure.
package struct SaveWatch: Sendable {
  /// A saved version.
  package struct Version: Sendable {
    /// The blob; nil if the file was deleted.
    package let blob: ObjectID?
  }

  private let path: WorkspacePath
  private var last: Version?

  /// Watches a path.
  package init(of path: WorkspacePath) { self.path = path }

  /// Returns the last save since the last call; nil for none.
  package mutating func take() -> Version? {
    defer { last = nil }
    return last
  }

  /// Records the changes of a turn that observed files on disk.
  mutating func note(_ plan: TurnPlan) {
    guard let draft = plan.drafts.last(where: { $0.changes[path] != nil }), let change = draft.changes[path] else {
      return
    }
    last = draft.origin.isSave && !draft.isHeld ? Version(blob: change.blob) : nil
  }
}
