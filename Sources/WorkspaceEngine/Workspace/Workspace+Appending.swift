internal import WorkspaceAPI
internal import GitObjects
internal import History

/// Files to which agents append and which they do not rewrite (`agents.append_only` in the policy).
extension Workspace {
  /// The write as an append, where it is an agent's to an append-only file and begins with all that stands there; else
  /// the write as it is.
  ///
  /// Nothing can be taken out by it whatever others write meanwhile: only what comes behind the standing text is written.
  func appending(_ write: Write, by caller: Caller) async -> Write {
    guard caller.agent != nil, case .put(let bytes) = write.action,
      let standing = await appendOnlyText(at: write.path), bytes.starts(with: standing)
    else { return write }
    var write = write
    write.action = .append(Array(bytes[standing.count...]))
    write.base = .current
    return write
  }

  /// Whether a whole text, as a tool of an agent is about to write it to a path, only appends to what stands there.
  func appends(_ text: String?, to path: WorkspacePath) async -> Bool {
    guard let text, let standing = await appendOnlyText(at: path) else { return false }
    return text.utf8.starts(with: standing)
  }

  /// What stands at an append-only path, nothing for a file to be made; nil for a path that is none, or cannot be read.
  private func appendOnlyText(at path: WorkspacePath) async -> [UInt8]? {
    guard queue.policy.hasAppendOnly else { return nil }
    let names = await queue.names(of: path)
    guard names.contains(where: queue.policy.isAppendOnly) else { return nil }
    // Every text begins with nothing: only of a file that is not there is it known that nothing stands there.
    do { return try await queue.read(queue.followed(path))?.bytes ?? [] } catch { return nil }
  }
}
