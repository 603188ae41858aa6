internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// Commits that were made as one and are taken back as one.
struct Operation: Hashable, Sendable {
  /// What sort it is.
  var kind: OperationEntry.Kind
  /// Its commits, newest first; never empty.
  var commits: [OperationCommit]
  /// Its newest commit.
  var newest: OperationCommit
  /// Its first and last change, as the trailer of what takes it back names them.
  var extent: ChangeRange
  /// The operation that took it back and stands.
  var undoneBy: String?

  /// Its id: that of its first change, which no later commit of the operation alters.
  var id: String { extent.first }

  /// The entry in a list.
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
