internal import FileSystem
internal import GitObjects
internal import Merge
internal import WorkTree

extension TurnPlan {
  /// Plans a commit of Stet that lists conflicts of a path and changes nothing.
  mutating func list(_ conflicts: [Conflict], at path: WorkspacePath) {
    guard !conflicts.isEmpty else { return }
    drafts.append(Draft(origin: .listing(conflicts, at: path), isHeld: false))
  }

  /// Adds a notice about a save, to be reported when the turn is done.
  mutating func note(
    _ kind: SaveNotice.Kind, _ missed: UnseenVersions, _ path: WorkspacePath, _ others: [String], overlaps: Int = 0
  ) {
    notices.append(SaveNotice(path: path, kind: kind, others: others, overlaps: overlaps, missed: missed))
  }
}

extension WriteOrigin {
  /// The origin of a commit that lists conflicts of a path.
  static func listing(_ conflicts: [Conflict], at path: WorkspacePath) -> WriteOrigin {
    var origin = WriteOrigin(author: .sync, subject: "List a conflict in \(path)")
    origin.conflicts = conflicts.map(\.trailer)
    return origin
  }
}
