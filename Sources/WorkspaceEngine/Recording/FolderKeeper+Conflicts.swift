internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

/// The open conflicts.
extension FolderKeeper {
  /// Returns the conflicts that are open at the tip; nil if the table must be rebuilt from history.
  func openConflicts() -> OpenConflicts? { records.conflicts.openConflicts() }

  /// Stores a rebuilt table.
  func install(_ table: OpenConflicts) { records.conflicts.install(table) }

  /// Returns a conflict with its data from history.
  func report(_ entry: OpenConflicts.Entry) -> ConflictReport { records.conflicts.report(entry) }

  /// Returns the conflicts in the readable part of a tip's history, if another part is damaged.
  func readableConflicts(at tip: ObjectID) -> OpenConflicts { records.conflicts.readableConflicts(at: tip) }

  /// Returns whether the page differs from the table.
  func mustShow(_ table: OpenConflicts) -> Bool { records.conflicts.mustShow(table) }

  /// Writes the page into the folder, or deletes it for nil; reports a failure.
  func show(_ text: String?, of table: OpenConflicts) { records.conflicts.show(text, of: table) }

  /// Returns the writes that carry out a choice about a path's conflicts, as
  /// ``ConflictResolution/writes(settling:as:at:origin:)``.
  func writes(
    settling conflicts: [OpenConflicts.Entry], as choice: ResolveRequest.Choice, at path: WorkspacePath,
    origin: WriteOrigin
  ) throws(VerbError) -> [Write] {
    try records.conflicts.writes(settling: conflicts, as: choice, at: path, origin: origin)
  }
}
