internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import History

extension FolderKeeper {
  /// Makes a folder and its missing parents.
  ///
  /// - Throws: `VerbError` if that fails.
  func makeFolder(_ path: WorkspacePath) throws(VerbError) {
    do throws(FileError) { try recorder.disk.makeFolder(path) } catch {
      throw VerbError(error, root: "")
    }
  }
}
