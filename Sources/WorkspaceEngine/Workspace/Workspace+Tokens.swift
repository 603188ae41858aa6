internal import WorkspaceAPI
internal import GitObjects
internal import History

/// Version tokens: a token names a version of its own path only.
extension Workspace {
  /// Checks that a token names a version of a path.
  ///
  /// - Throws: `VerbError`, with the same error for the version of another file as for an unknown token.
  func checkToken(_ token: ObjectID, of path: WorkspacePath, for caller: Caller) async throws(VerbError) {
    if let session = caller.readingSession, served.knows(token, of: path, session) { return }
    // Versions of files that an agent may not read count as unknown: their existence would reveal content.
    if await permissions.mayRead(path, caller), try await isVersion(token, of: path) { return }
    throw await unknownVersion(token.hex, of: path, for: caller)
  }

  /// Returns whether a path, or an earlier name of its file, ever had a version.
  ///
  /// The lookup depends on the path alone, never on whether a blob with that id exists.
  private func isVersion(_ token: ObjectID, of path: WorkspacePath) async throws(VerbError) -> Bool {
    if await queue.knows(token, of: path) { return true }
    return try await commit(having: token, at: path) != nil
  }

  /// Returns the newest commit that gave a path, or an earlier name of its file, a version; nil for none.
  func commit(having version: ObjectID, at path: WorkspacePath) async throws(VerbError) -> ObjectID? {
    guard let tip = await queue.tip else { return nil }
    let starts = [tip, await queue.heldTip].compactMap(\.self)
    if let commit = try await commit(giving: version, to: path, from: starts) { return commit }
    var found: ObjectID?
    _ = try await FileHistory(git: git, queue: queue).span(of: path, before: tip) { span async throws(VerbError) in
      found = try await commit(giving: version, to: span.path, from: span.starts)
      return found != nil
    }
    return found
  }

  /// Searches the versions that commits gave to a path; git is not queried about the version itself.
  private func commit(
    giving version: ObjectID, to path: WorkspacePath, from starts: [ObjectID]
  ) async throws(VerbError) -> ObjectID? {
    let output = try await git.run(
      CommitVersions.arguments + ["--full-history"] + starts.map(\.hex) + ["--", ":(literal)\(path.string)"])
    let wanted = CommitVersions.Version(path: NameKey(path.string), blob: version)
    return CommitVersions.read(output).first { $0.versions.contains(wanted) }?.commit
  }

  /// Returns the error for a token or revision that is unknown for a path; an agent that tries many waits for it.
  func unknownVersion(_ revision: String, of path: WorkspacePath, for caller: Caller) async -> VerbError {
    if caller.agent != nil {
      let delay = guesses.withLock { $0.note(caller, at: time.now().monotonic) }
      if delay > 0 { try? await Task.sleep(nanoseconds: UInt64(delay)) }
    }
    return VerbError(
      .notFound, "No version \(revision.prefix(12)) of \(path.string) is known here.", kept: "Nothing was changed.",
      next: "Read the file and use the token you are given; its history names older versions.", path: path.string,
      reason: VerbError.unknownToken)
  }
}
