internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// A commit as `git log` prints it, with the facts for following a file to earlier names.
struct LogRecord {
  /// The entry for people and programs.
  var entry: LogEntry
  /// The commit's parents.
  var parents: [ObjectID]
  /// The committer's time, in seconds since 1970.
  var seconds: Int64
  /// The renames that it names.
  var renamed: [PathRename]
  /// Whether another program made the commit, which then names no renames.
  var isForeign: Bool

  /// Returns the name before this commit, if the commit names a rename of the file or of a folder that contains it.
  func nameBefore(_ path: WorkspacePath) -> WorkspacePath? {
    renamed.nameBefore(path.string).flatMap { try? WorkspacePath($0) }
  }
}
