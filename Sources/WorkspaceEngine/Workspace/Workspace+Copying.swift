internal import WorkspaceAPI
internal import GitObjects
internal import History

extension Workspace {
  /// A version that is brought to a path: what is to be done, and the commit that has it, where one was named.
  struct BroughtVersion {
    /// Places the version with its mode.
    var action: Write.Action
    /// Where it comes from; nil for what stands now.
    var commit: ObjectID?
  }

  /// The version that a path has now (`revision` nil), in a commit, or under a token.
  ///
  /// - Throws: `VerbError` where there is no such file, or it is none.
  func version(
    of path: WorkspacePath, in revision: String?, for caller: Caller
  ) async throws(VerbError) -> BroughtVersion {
    guard let revision else {
      guard let file = try await queue.read(path) else {
        throw VerbError(.notFound, "There is no file \(path.string).", kept: "Nothing was changed.", path: path.string)
      }
      guard let mode = await queue.mode(of: path, holding: file.token) else {
        // Held or ignored: its bytes are all that is known.
        return BroughtVersion(action: .put(file.bytes))
      }
      return BroughtVersion(action: .place(mode: mode, blob: file.token))
    }
    let commit = try await commit(named: revision, of: path, for: caller)
    let name = try await name(of: path, in: commit)
    if name != path { try await permit(.read, name, caller) }
    guard let entry = await queue.entry(at: name, in: commit), entry.mode.isFile else {
      throw VerbError(
        .notFound, "\(path.string) is no file in \(revision).", kept: "Nothing was changed.", path: path.string)
    }
    return BroughtVersion(action: .place(mode: entry.mode, blob: entry.id), commit: commit)
  }

  /// The commit that a revision means for a path: of a version token, the newest one that gave the path that version.
  ///
  /// - Throws: `VerbError`, the same for the token of another file as for one that nobody ever had.
  func commit(
    named revision: String, of path: WorkspacePath, for caller: Caller
  ) async throws(VerbError) -> ObjectID {
    guard let id = ObjectID(hex: revision) else { return try await resolve(revision) }
    if let commit = try await commit(id) { return commit }
    if let commit = try await commit(having: id, at: path) { return commit }
    throw await unknownVersion(revision, of: path, for: caller)
  }

  /// The id, where it is a commit's.
  private func commit(_ id: ObjectID) async throws(VerbError) -> ObjectID? {
    // git is asked about a commit that an agent was just told of once its objects are written.
    _ = await queue.tip
    let output = try? await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(id.hex)^{commit}"])
    return output.flatMap { ObjectID(hex: String(decoding: $0.prefix(40), as: UTF8.self)) }
  }
}
