internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

/// Reads the history.
extension FolderKeeper {
  /// Returns a commit's entry at a path; nil if there is none.
  func entry(at path: WorkspacePath, in commit: ObjectID) -> TreeEntry? { records.history.entry(at: path, in: commit) }

  /// Returns the data in a commit's message; nil if the commit cannot be read or another program made it.
  func message(of id: ObjectID) -> CommitMessage? { records.history.message(of: id) }

  /// Returns the id of a commit's operation; nil if the commit cannot be read.
  func operationID(of commit: ObjectID) -> String? { records.history.operationID(of: commit) }

  /// Returns a commit in the form that the rule of operations uses, without its paths.
  func operationCommit(_ id: ObjectID) throws(VerbError) -> OperationCommit { try records.history.operationCommit(id) }

  /// Returns the adoptions from the remote without a merge, newest first; empty if the log cannot be read.
  func adoptions() -> [Adoption] { records.history.adoptions() }

  /// Returns the steps for commits, newest first, with the states before and after them.
  func steps(of commits: [ObjectID]) throws(VerbError) -> [UndoPlan.Step] { try records.history.steps(of: commits) }

  /// Returns the sides that a merge joined, one for each parent.
  func sides(of merge: ObjectID) throws(VerbError) -> [MergedSide] { try records.history.sides(of: merge) }

  /// Returns the machines, the number of commits and the paths of an adoption from the remote without a merge.
  func taken(_ adoption: OperationCommit) throws(VerbError) -> (machines: [String], commits: Int, paths: [String]) {
    try records.history.taken(adoption)
  }

  /// Returns the tip, and the remote's branch as last seen if the tip includes it: a fetched commit that was not taken
  /// yet is not recorded here.
  func taken() -> [ObjectID] { records.history.taken() }

  /// Returns the paths that differ between a commit and one of its parents.
  func paths(of commit: ObjectID, unlike parent: ObjectID) throws(VerbError) -> [String] {
    try records.history.paths(of: commit, unlike: parent)
  }

  /// Returns the paths that steps change.
  func paths(of steps: [UndoPlan.Step]) throws(VerbError) -> [WorkspacePath] { try records.history.paths(of: steps) }

  /// Returns whether one commit is in the other's history; false if the history cannot be read.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) -> Bool {
    records.history.isAncestor(ancestor, of: commit)
  }

  /// Returns a commit's first parent; nil if it has none or cannot be read.
  func parent(of commit: ObjectID) -> ObjectID? { records.history.parent(of: commit) }

  /// Returns the authors of commits.
  func authors(of commits: Set<ObjectID>) -> [ObjectID: Author] { records.history.authors(of: commits) }

  /// Returns whether a commit or the tip has an entry at a path.
  func isKnown(_ path: WorkspacePath, in commit: ObjectID) throws(VerbError) -> Bool {
    try records.history.isKnown(path, in: commit)
  }

  /// Returns the writes that bring paths (empty: all) to a commit's versions, without files whose content would not
  /// change.
  func writes(restoring paths: [WorkspacePath], to commit: ObjectID, origin: WriteOrigin) throws(VerbError) -> [Write] {
    try records.history.writes(restoring: paths, to: commit, origin: origin)
  }

  /// Returns the ids of the changes between two states that concern conflicts.
  func changes(from before: ObjectID, to after: ObjectID, concerning table: OpenConflicts) throws(VerbError) -> [String]
  { try records.history.changes(from: before, to: after, concerning: table) }

  /// Returns the files that taking the steps back may change; unreadable steps are left out, since `takeBack` reports
  /// them.
  func places(of steps: [UndoPlan.Step]) -> [WorkspacePath] { records.history.places(of: steps) }

  /// Returns the files that differ between a commit and another, or none; empty if a commit cannot be read.
  func places(of commit: ObjectID, unlike other: ObjectID?) -> [WorkspacePath] {
    records.history.places(of: commit, unlike: other)
  }

  /// Returns the remote's branch as git and as Stet last saw it.
  func published() -> [ObjectID] { records.history.published() }

  /// Returns the origin of a file as far as it is known. For a file that changed long ago in a long history, the result
  /// may be nil: then the search continues beside the reads, and the next read has the result.
  func origin(of path: WorkspacePath) -> FileProvenance? { records.history.origin(of: path) }
}
