internal import FolderKeeping
internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// Commits that form one operation and are undone together.
struct Operation: Hashable, Sendable {
  var kind: OperationEntry.Kind
  /// Its commits, newest first; never empty.
  var commits: [OperationCommit]
  var newest: OperationCommit
  /// The first and the last change, as the trailer of its undo names them.
  var extent: ChangeRange
  /// The operation that undid it and was not undone itself.
  var undoneBy: String?

  /// The id: that of the first change, which no later commit of the operation alters.
  var id: String { extent.first }

  /// The operation as an entry of a list.
  var entry: OperationEntry {
    var paths: [String] = []
    var seen: Set<NameKey> = []
    for commit in commits.reversed() {
      for path in commit.paths where seen.insert(NameKey(path)).inserted { paths.append(path) }
    }
    return OperationEntry(
      id: id, kind: kind, author: newest.author, machine: newest.machine, time: newest.time, subject: newest.subject,
      commit: newest.id, commits: commits.count, paths: paths, undoes: commits.flatMap(\.undoes).map(\.first),
      undoneBy: undoneBy)
  }
}
