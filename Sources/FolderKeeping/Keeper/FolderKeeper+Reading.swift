package import GitObjects
package import Merge
package import Recording
package import WorkTree
package import WorkspaceAPI

/// Reads the present files and the history.
extension FolderKeeper {
  /// Returns the token of the present file at a path; nil if there is none.
  package func token(at path: WorkspacePath) -> ObjectID? { records.files.token(at: path) }

  /// Returns the present file at a path; while it is being saved, the last recorded version (review A10).
  package func read(_ path: WorkspacePath) throws(VerbError) -> ServedFile? { try records.files.read(path) }

  /// Returns the recorded files below a folder (nil: all).
  package func list(_ folder: WorkspacePath?, recursive: Bool, after: String? = nil, limit: Int? = nil)
    throws(VerbError)
    -> [ListEntry]
  { try records.files.list(folder, recursive: recursive, after: after, limit: limit) }

  /// Returns the target of a path: a link in the workspace is followed for reads as for writes. A link that leaves the
  /// workspace, is circular or has no target is returned itself.
  package func followed(_ path: WorkspacePath) -> WorkspacePath { records.files.followed(path) }

  /// Returns the folder that contains a path or its target and that Stet does not record; nil for none.
  package func foreignFolder(on path: WorkspacePath) -> ForeignFolder? { records.files.foreignFolder(on: path) }

  /// Returns a folder below a path whose content Stet does not record; nil if there is none, or the path is no folder.
  package func foreignFolder(below path: WorkspacePath) -> ForeignFolder? { records.files.foreignFolder(below: path) }

  /// Returns whether a path is a folder on disk.
  package func isFolder(_ path: WorkspacePath) -> Bool { records.files.isFolder(path) }

  /// Returns a version's bytes; nil if the version is not here.
  package func content(of version: ObjectID) -> [UInt8]? { records.files.content(of: version) }

  /// Returns the mode of a file whose present version on the tip is the given one; nil for another version.
  package func mode(of path: WorkspacePath, holding version: ObjectID) -> FileMode? {
    records.files.mode(of: path, holding: version)
  }

  /// Returns the recorded mode of a file; nil if none is recorded.
  package func mode(of path: WorkspacePath) -> FileMode? { records.files.mode(of: path) }

  /// Returns all names of a file for a verdict: the target of a link, the other hard links, and the symbolic links that
  /// lead to any of them; for the page of conflicts also the names of the files that it quotes.
  package func names(of path: WorkspacePath) -> [String] { rules.names.names(of: path) }

  /// Returns the files below a folder on disk (nil: the root), recorded or not; none for a file.
  package func filesOnDisk(below folder: WorkspacePath?) -> [String] { rules.names.filesOnDisk(below: folder) }

  /// Returns a commit's entry at a path; nil if there is none.
  package func entry(at path: WorkspacePath, in commit: ObjectID) -> TreeEntry? {
    records.history.entry(at: path, in: commit)
  }

  /// Returns the id of a commit's operation; nil if the commit cannot be read.
  package func operationID(of commit: ObjectID) -> String? { records.history.operationID(of: commit) }

  /// Returns a commit in the form that the rule of operations uses, without its paths.
  package func operationCommit(_ id: ObjectID) throws(VerbError) -> OperationCommit {
    try records.history.operationCommit(id)
  }

  /// Returns the adoptions from the remote without a merge, newest first; empty if the log cannot be read.
  package func adoptions() -> [Adoption] { records.history.adoptions() }

  /// Returns the steps for commits, newest first, with the states before and after them.
  package func steps(of commits: [ObjectID]) throws(VerbError) -> [UndoPlan.Step] {
    try records.history.steps(of: commits)
  }

  /// Returns the result of a function that uses the held versions.
  package func withHolds<Result: Sendable>(_ body: @Sendable (HoldLedger) -> Result) -> Result { body(recorder.holds) }

  /// Returns the sides that a merge joined, one for each parent.
  package func sides(of merge: ObjectID) throws(VerbError) -> [MergedSide] { try records.history.sides(of: merge) }

  /// Returns the paths that differ between a commit and one of its parents.
  package func paths(of commit: ObjectID, unlike parent: ObjectID) throws(VerbError) -> [String] {
    try records.history.paths(of: commit, unlike: parent)
  }

  /// Returns the paths that steps change.
  package func paths(of steps: [UndoPlan.Step]) throws(VerbError) -> [WorkspacePath] {
    try records.history.paths(of: steps)
  }

  /// Returns whether one commit is in the other's history; false if the history cannot be read.
  package func isAncestor(_ id: ObjectID, of commit: ObjectID) -> Bool { records.history.isAncestor(id, of: commit) }

  /// Returns the remote's branch as git and as Stet last saw it.
  package func published() -> [ObjectID] { records.history.published() }

  /// Returns the origin of a file as far as it is known. For a file that changed long ago in a long history, the result
  /// may be nil: then the search continues beside the reads, and the next read has the result.
  package func origin(of path: WorkspacePath) -> FileProvenance? { records.history.origin(of: path) }

  /// Returns a conflict with its data from history.
  package func report(_ entry: OpenConflicts.Entry) -> ConflictReport { records.conflicts.report(entry) }

  /// Returns the folder's part of the status.
  package func report() -> KeeperReport { records.reports.report() }
}
