package import GitObjects

/// Tells of the person's saves of one path.
///
/// A save is a version that was recorded because it was found on disk, of which nobody says that it is another's, and
/// into which nothing was merged. Pure.
package struct SaveWatch: Sendable {
  /// A version that was saved.
  package struct Version: Sendable {
    /// The blob; nil where the file was deleted.
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

  /// Notes what a turn recorded that looked at files on disk.
  mutating func note(_ plan: TurnPlan) {
    guard let draft = plan.drafts.last(where: { $0.changes[path] != nil }), let change = draft.changes[path] else {
      return
    }
    last = draft.origin.isSave && !draft.isHeld ? Version(blob: change.blob) : nil
  }
}
