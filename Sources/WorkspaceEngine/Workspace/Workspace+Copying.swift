internal import WorkspaceAPI
internal import GitObjects
internal import History

extension Workspace {
  /// A version that is copied to a path: the action, and the commit that has it if one was named.
  struct BroughtVersion {
    /// The action that writes the version with its mode.
    var action: Write.Action
    /// The commit of the version; nil for the current version.
    var commit: ObjectID?
  }

  /// Returns the version of a path: the current one (`revision` nil), in a commit, or with a token.
  ///
  /// - Throws: `VerbError` if there is no such file, or the path is no file.
  func version(
    of path: WorkspacePath, in revision: String?, for caller: Caller
  ) async throws(VerbError) -> BroughtVersion {
    guard let revision else {
      guard let file = try await queue.read(path) else {
        throw VerbError(.notFound, "There is no file \(path.string).", kept: "Nothing was changed.", path: path.string)
      }
      guard let mode = await queue.mode(of: path, holding: file.token) else {
        // A held or ignored file has no recorded mode.
        return BroughtVersion(action: .put(file.bytes))
      }
      return BroughtVersion(action: .place(mode: mode, blob: file.token))
    }
    let commit = try await tokens.commit(named: revision, of: path, for: caller)
    let name = try await revisions.name(of: path, in: commit)
    if name != path { try await permissions.permit(.read, name, caller) }
    guard let entry = await queue.entry(at: name, in: commit), entry.mode.isFile else {
      throw VerbError(
        .notFound, "\(path.string) is no file in \(revision).", kept: "Nothing was changed.", path: path.string)
    }
    return BroughtVersion(action: .place(mode: entry.mode, blob: entry.id), commit: commit)
  }
}
