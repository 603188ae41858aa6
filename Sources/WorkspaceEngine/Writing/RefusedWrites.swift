internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import WorkTree
internal import WorkspaceAPI

/// Explains refused writes with the facts for another attempt.
struct RefusedWrites: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  let permissions: AgentPermissions
  /// The versions that agents received.
  let tokens: TokenDesk

  /// Returns the error for a refusal with the facts for another attempt: the current text, its token, and the
  /// difference from the writer's version.
  func error(_ refusal: WriteRefusal, _ request: WriteRequest, _ path: WorkspacePath) async -> VerbError {
    var error = VerbError(refusal, path: path.string)
    // A caller that may write but not read the file receives none of its content.
    guard await permissions.mayRead(path, request.caller) else {
      error.currentToken = nil
      return error
    }
    switch refusal {
    case .stale(let base, let current):
      error.diff = await difference(from: base, to: current, of: path)
      await addCurrent(current, to: &error, path, request.caller)
    case .exists(let target) where target == path:
      let present = await keeper.token(at: path)
      await addCurrent(present, to: &error, path, request.caller)
    case .exists(let target) where await keeper.isFolder(target):
      let name = path.string.split(separator: "/").last ?? ""
      return VerbError(
        .usage, "\(target.string) is a folder.", kept: "Nothing was changed.",
        next: "Name the file in it, such as \(target.string)/\(name).", path: target.string)
    default: break
    }
    return error
  }

  private func addCurrent(
    _ token: ObjectID?, to error: inout VerbError, _ path: WorkspacePath, _ caller: Caller
  ) async {
    error.currentToken = token
    // The text of a pointer is not the file's content.
    guard let token, await !keeper.isPointer(token, at: path), let bytes = await keeper.content(of: token),
      bytes.count <= 1_000_000
    else { return }
    error.currentContent = String(validating: bytes, as: UTF8.self)
    if let text = error.currentContent, let session = caller.agentSession {
      // A client shows only the beginning of a long text, and the difference takes a part of its room.
      let longest = RefusalRoom(shownLength: caller.shownLength).present
      let excerpt = LineExcerpt.take(nil, of: text, longest: longest).excerpt
      tokens.served.note(token, of: path, to: session, excerpt.map { ServedVersions.Extent($0) } ?? .shown)
    }
  }

  private func difference(from base: ObjectID?, to current: ObjectID?, of path: WorkspacePath) async -> String? {
    guard let base, let current else { return nil }
    for version in [base, current] where await keeper.isPointer(version, at: path) { return nil }
    guard let output = try? await git.run(["diff", "--no-color", "--no-ext-diff", base.hex, current.hex]) else {
      return nil
    }
    // git compares two blobs, so the header names their ids; they are replaced by the path.
    let text = String(decoding: output, as: UTF8.self)
    let end = text.firstRange(of: "\n@@")?.lowerBound ?? text.endIndex
    let header = String(text[..<end]).replacing("a/\(base.hex)", with: "a/\(path.string)")
      .replacing("b/\(current.hex)", with: "b/\(path.string)")
    return header + String(text[end...])
  }
}
