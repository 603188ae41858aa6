internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// A commit as `git log` prints it, with what follows a file further back.
struct LogRecord {
  /// What people and programs are shown.
  var entry: LogEntry
  /// The commits before it.
  var parents: [ObjectID]
  /// When it was committed, seconds since 1970.
  var seconds: Int64
  /// The renames that it names.
  var renamed: [PathRename]
  /// Whether another program made it: it names no renames.
  var isForeign: Bool

  /// The name before this commit, where it names the rename of the file or of a folder that has it.
  func nameBefore(_ path: WorkspacePath) -> WorkspacePath? {
    renamed.nameBefore(path.string).flatMap { try? WorkspacePath($0) }
  }
}
