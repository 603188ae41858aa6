internal import FolderKeeping
internal import GitObjects
internal import Recording
internal import Synchronization
internal import WorkTree
internal import WorkspaceAPI

/// The versions that agents received, and the tokens by which they name them: a token names a version of its own path
/// only.
final class TokenDesk: Sendable {
  /// The versions that agents have read.
  let served = ServedVersions()
  private let keeper: FolderKeeper
  private let revisions: RevisionReader
  private let permissions: AgentPermissions
  private let time: any TimeSource
  /// The delays before the refusal of guessed tokens.
  private let guesses = Mutex(GuessBackoff())

  /// Makes the desk of a folder; no session has received a version.
  init(keeper: FolderKeeper, revisions: RevisionReader, permissions: AgentPermissions, time: any TimeSource) {
    self.keeper = keeper
    self.revisions = revisions
    self.permissions = permissions
    self.time = time
  }

  /// Returns the version that a write replaces, by its token or by the versions that its session received.
  ///
  /// - Throws: `VerbError` for an unknown token.
  func base(of request: WriteRequest, at path: WorkspacePath) async throws(VerbError) -> WriteBase {
    if let token = request.token, token != .zero {
      // The error for a protected file must not depend on the token.
      if request.caller.agent != nil { try await permissions.permitProtected(path, request.caller) }
      try await check(token, of: path, for: request.caller)
    }
    if let token = request.token { return token == .zero ? .absent : .version(token) }
    guard request.caller.agent != nil else { return .current }
    switch request.action {
    case .put, .copy: break
    case .delete:
      // A session that read the file deletes only that version.
      let given = request.caller.readingSession.map { served.versions(of: path, to: $0) } ?? []
      guard let first = given.first else { return .current }
      let present = given.count > 1 ? await keeper.token(at: path) : nil
      let version = present.flatMap { given.contains($0) ? $0 : nil } ?? first
      return .version(version)
    case .append, .edit, .move: return .current
    }
    // An agent that replaces a whole file must name the version that it replaces: the only one that it received, or
    // none (review A8). If the file exists all the same, the error contains its text and token.
    guard let session = request.caller.readingSession, let only = served.onlyVersion(of: path, to: session) else {
      return .absent
    }
    return .version(only)
  }

  /// Records that the writer of a durable write knows the new version.
  func note(_ result: WriteResult, of write: Write, at path: WorkspacePath, _ request: WriteRequest) {
    guard let session = request.caller.agentSession else { return }
    served.noteWritten(result.token, of: path, by: session, knowledge(of: result, write, request))
  }

  /// Returns the writer's knowledge of the new version.
  private func knowledge(
    of result: WriteResult, _ write: Write, _ request: WriteRequest
  ) -> ServedVersions.Written {
    // The writer of a copy, or of a restored version, has read only as much as it had read before.
    if case .copy(let source, _) = request.action, let source = try? WorkspacePath(source), let token = result.token {
      return .changed(over: token, at: source)
    }
    // The writer of a new file knows all of it, whatever the tool.
    guard let over = result.before else { return .whole }
    if result.isMerged { return .merged }
    // The appended text follows the file's content at that time, which the session may not know.
    if case .append = write.action { return .changed(over: over, at: write.path) }
    return request.replacesWhole ? .whole : .changed(over: over, at: write.path)
  }

  /// Returns the commit that a revision names for a path; for a version token, the newest commit that gave the path
  /// that version.
  ///
  /// - Throws: `VerbError`, with the same error for the token of another file as for an unknown token.
  func commit(
    named revision: String, of path: WorkspacePath, for caller: Caller
  ) async throws(VerbError) -> ObjectID {
    guard let id = ObjectID(hex: revision) else { return try await revisions.resolve(revision) }
    if let commit = try await revisions.commit(id) { return commit }
    if let commit = try await revisions.commit(having: id, at: path) { return commit }
    throw await unknown(revision, of: path, for: caller)
  }

  /// Checks that a token names a version of a path.
  ///
  /// - Throws: `VerbError`, with the same error for the version of another file as for an unknown token.
  private func check(_ token: ObjectID, of path: WorkspacePath, for caller: Caller) async throws(VerbError) {
    if let session = caller.readingSession, served.knows(token, of: path, session) { return }
    // Versions of files that an agent may not read count as unknown: their existence would reveal content.
    if await permissions.mayRead(path, caller), try await isVersion(token, of: path) { return }
    throw await unknown(token.hex, of: path, for: caller)
  }

  /// Returns whether a path, or an earlier name of its file, ever had a version.
  ///
  /// The lookup depends on the path alone, never on whether a blob with that id exists.
  private func isVersion(_ token: ObjectID, of path: WorkspacePath) async throws(VerbError) -> Bool {
    if await keeper.run({ $0.records.files.knows(token, of: path) }) { return true }
    return try await revisions.commit(having: token, at: path) != nil
  }

  /// Returns the error for a token or revision that is unknown for a path; an agent that tries many waits for it.
  private func unknown(_ revision: String, of path: WorkspacePath, for caller: Caller) async -> VerbError {
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
