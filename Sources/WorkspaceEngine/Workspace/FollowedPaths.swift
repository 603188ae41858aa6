internal import FolderKeeping
internal import GitObjects
internal import WorkspaceAPI

/// The paths that verbs accept: those in folders that are followed, not in another git repository or another mount.
struct FollowedPaths: Sendable {
  /// The keeper of the folder, which knows the others.
  let keeper: FolderKeeper

  /// Returns the path that a text names, in a folder that is followed.
  ///
  /// - Throws: `VerbError` for an invalid path, and for a path in a folder that is not followed.
  func path(_ text: String) async throws(VerbError) -> WorkspacePath {
    let path = try WorkspacePath(checking: text)
    try await check(path)
    return path
  }

  /// Refuses a path that is, or is inside, another git repository or another mount.
  func check(_ path: WorkspacePath) async throws(VerbError) {
    if let folder = await keeper.foreignFolder(on: path) {
      throw VerbError(folder, path: path.string, kept: "The file is as it was.", isLink: true)
    }
  }

  /// Refuses to move a folder that contains another git repository or another mount: what is in it belongs to another
  /// program, and Stet does not record where it goes.
  func checkMovable(_ path: WorkspacePath) async throws(VerbError) {
    guard let folder = await keeper.foreignFolder(below: path) else { return }
    throw VerbError(.foreign(folder), path: path.string)
  }
}
