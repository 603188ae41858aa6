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
    let commit = try await commit(named: revision, of: path, for: caller)
    let name = try await name(of: path, in: commit)
    if name != path { try await permissions.permit(.read, name, caller) }
    guard let entry = await queue.entry(at: name, in: commit), entry.mode.isFile else {
      throw VerbError(
        .notFound, "\(path.string) is no file in \(revision).", kept: "Nothing was changed.", path: path.string)
    }
    return BroughtVersion(action: .place(mode: entry.mode, blob: entry.id), commit: commit)
  }

  /// Returns the commit that a revision names for a path; for a version token, the newest commit that gave the path
  /// that version.
  ///
  /// - Throws: `VerbError`, with the same error for the token of another file as for an unknown token.
  func commit(
    named revision: String, of path: WorkspacePath, for caller: Caller
  ) async throws(VerbError) -> ObjectID {
    guard let id = ObjectID(hex: revision) else { return try await resolve(revision) }
    if let commit = try await commit(id) { return commit }
    if let commit = try await commit(having: id, at: path) { return commit }
    throw await unknownVersion(revision, of: path, for: caller)
  }

  /// Returns the id if it is a commit's.
  private func commit(_ id: ObjectID) async throws(VerbError) -> ObjectID? {
    // The turn ensures that git can read a commit whose id an agent has just received.
    _ = await queue.tip
    let output = try? await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(id.hex)^{commit}"])
    return output.flatMap { ObjectID(hex: String(decoding: $0.prefix(40), as: UTF8.self)) }
  }
}
