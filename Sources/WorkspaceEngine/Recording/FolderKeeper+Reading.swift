internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

/// Reads the present files.
extension FolderKeeper {
  /// Returns the token of the present file at a path; nil if there is none.
  func token(at path: WorkspacePath) -> ObjectID? { records.files.token(at: path) }

  /// Returns the present file at a path; while it is being saved, the last recorded version (review A10).
  func read(_ path: WorkspacePath) throws(VerbError) -> ServedFile? { try records.files.read(path) }

  /// Returns the recorded files below a folder (nil: all).
  func list(_ folder: WorkspacePath?, recursive: Bool, after: String? = nil, limit: Int? = nil) throws(VerbError)
    -> [ListEntry]
  { try records.files.list(folder, recursive: recursive, after: after, limit: limit) }

  /// Returns the target of a path: a link in the workspace is followed for reads as for writes. A link that leaves the
  /// workspace, is circular or has no target is returned itself.
  func followed(_ path: WorkspacePath) -> WorkspacePath { records.files.followed(path) }

  /// Returns the folder whose content Stet does not record and that contains a path or its target; nil if there is
  /// none.
  func foreignFolder(on path: WorkspacePath) -> ForeignFolder? { records.files.foreignFolder(on: path) }

  /// Returns a folder below a path whose content Stet does not record; nil if there is none, or the path is no folder.
  func foreignFolder(below path: WorkspacePath) -> ForeignFolder? { records.files.foreignFolder(below: path) }

  /// Returns whether a path is a folder on disk.
  func isFolder(_ path: WorkspacePath) -> Bool { records.files.isFolder(path) }

  /// Returns the bytes of the file on disk; nil if it does not exist or cannot be read.
  func bytesOnDisk(at path: WorkspacePath) -> [UInt8]? { records.files.bytesOnDisk(at: path) }

  /// Returns a version's bytes; nil if the version is not here.
  func content(of version: ObjectID) -> [UInt8]? { records.files.content(of: version) }

  /// Returns the mode of a file whose present version on the tip is the given one; nil for another version.
  func mode(of path: WorkspacePath, holding version: ObjectID) -> FileMode? {
    records.files.mode(of: path, holding: version)
  }

  /// Returns the recorded mode of a file; nil if none is recorded.
  func mode(of path: WorkspacePath) -> FileMode? { records.files.mode(of: path) }

  /// Returns whether a version is one that a path, or its target, has now or had recently, or is its unrecorded present
  /// version.
  func knows(_ version: ObjectID, of path: WorkspacePath) -> Bool { records.files.knows(version, of: path) }

  /// Returns the folders with more than 3,000 names (review C3), without their subfolders' files.
  func wideFolders() throws(VerbError) -> [(path: String, count: Int)] { try records.files.wideFolders() }

  /// Makes a folder and its missing parents.
  func makeFolder(_ path: WorkspacePath) throws(VerbError) { try records.files.makeFolder(path) }

  /// Returns all names of a file for a verdict: the target of a link, the other hard links, and the symbolic links that
  /// lead to any of them; for the page of conflicts also the names of the files that it quotes.
  func names(of path: WorkspacePath) -> [String] { rules.names.names(of: path) }

  /// Returns whether a file, or a link's target, has no write permission for its owner (`chmod a-w`).
  func isWriteProtected(_ path: WorkspacePath) -> Bool { rules.names.isWriteProtected(path) }

  /// Returns the files below a folder on disk (nil: the root), recorded or not; none for a file.
  func filesOnDisk(below folder: WorkspacePath?) -> [String] { rules.names.filesOnDisk(below: folder) }

  /// Records the rename of a file or folder for the protection of former names.
  func noteRename(_ rename: PathRename) { rules.names.noteRename(rename) }

  /// Records the files of a folder, before the folder is moved.
  func scanFolder(_ path: WorkspacePath) { work.scanner.scanFolder(path) }
}
