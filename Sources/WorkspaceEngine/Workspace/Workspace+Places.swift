internal import WorkspaceAPI
internal import GitObjects
internal import History

/// The way from a request's text to a place in the folder: all verbs that look at content or change it take it.
extension Workspace {
  /// A checked path in a folder that is followed.
  ///
  /// - Throws: `VerbError` for what is no path, and for one in a folder that is left to itself.
  func place(_ text: String) async throws(VerbError) -> WorkspacePath {
    let path = try checked(text)
    try await checkFollowed(path)
    return path
  }

  /// Refuses a path that is, or leads, into another git repository or onto another mount.
  func checkFollowed(_ path: WorkspacePath) async throws(VerbError) {
    if let folder = await queue.foreignFolder(on: path) { throw VerbError(.foreign(folder), path: path.string) }
  }
}
