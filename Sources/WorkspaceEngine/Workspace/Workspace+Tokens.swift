internal import WorkspaceAPI
internal import GitObjects
internal import History

/// Version tokens: a token names a version of its own path only.
extension Workspace {
  /// Checks that a token names a version of a path.
  ///
  /// - Throws: `VerbError`, the same for the version of another file as for one that nobody ever had.
  func checkToken(_ token: ObjectID, of path: WorkspacePath, for caller: Caller) async throws(VerbError) {
    if let session = caller.readingSession, served.knows(token, of: path, session) { return }
    // A version of what an agent may not read is known to none: whether one exists would tell of the content.
    if await mayRead(path, caller), try await isVersion(token, of: path) { return }
    throw await unknownVersion(token.hex, of: path, for: caller)
  }

  /// Whether a caller may read a file, by any tool: rules about a tool that writes speak of what it writes.
  func mayRead(_ path: WorkspacePath, _ caller: Caller) async -> Bool {
    var reader = caller
    reader.tool = nil
    return await withheld([path.string], from: reader).isEmpty
  }

  /// Decides whether a path, or a name that its file had before, ever had a version.
  ///
  /// What it looks at depends on the path alone, never on whether a blob by that id exists.
  private func isVersion(_ token: ObjectID, of path: WorkspacePath) async throws(VerbError) -> Bool {
    if await queue.knows(token, of: path) { return true }
    return try await commit(having: token, at: path) != nil
  }

  /// The newest commit that gave a path, or a name that its file had before, a version; nil where none did.
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

  /// Looks through what each commit gave to a path; git is not asked about the version itself.
  private func commit(
    giving version: ObjectID, to path: WorkspacePath, from starts: [ObjectID]
  ) async throws(VerbError) -> ObjectID? {
    let output = try await git.run(
      CommitVersions.arguments + ["--full-history"] + starts.map(\.hex) + ["--", ":(literal)\(path.string)"])
    let wanted = CommitVersions.Version(path: NameKey(path.string), blob: version)
    return CommitVersions.read(output).first { $0.versions.contains(wanted) }?.commit
  }

  /// The refusal of a token or revision that names nothing of a path; an agent that asks for many waits for it.
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
