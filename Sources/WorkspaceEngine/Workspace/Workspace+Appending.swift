internal import WorkspaceAPI
internal import GitObjects
internal import History

/// Files to which agents may only append (`agents.append_only` in the policy).
extension Workspace {
  /// Returns an agent's complete text for an append-only file as an append, if it begins with the file's current
  /// content; else the write unchanged.
  ///
  /// An append deletes nothing, whatever others write meanwhile: only the text after the current content is written.
  func appending(_ write: Write, by caller: Caller) async -> Write {
    guard caller.agent != nil, case .put(let bytes) = write.action,
      let present = await appendOnlyText(at: write.path), bytes.starts(with: present)
    else { return write }
    var write = write
    write.action = .append(Array(bytes[present.count...]))
    write.base = .current
    return write
  }

  /// Returns whether a complete text that an agent's tool is about to write only appends to the file's content.
  func appends(_ text: String?, to path: WorkspacePath) async -> Bool {
    guard let text, let present = await appendOnlyText(at: path) else { return false }
    return text.utf8.starts(with: present)
  }

  /// Returns the content of an append-only file, empty for a new file; nil if the path is not append-only or cannot be
  /// read.
  private func appendOnlyText(at path: WorkspacePath) async -> [UInt8]? {
    guard queue.policy.hasAppendOnly else { return nil }
    let names = await queue.names(of: path)
    guard names.contains(where: queue.policy.isAppendOnly) else { return nil }
    // Every text begins with an empty one, so an error must not count as an empty file.
    do { return try await queue.read(queue.followed(path))?.bytes ?? [] } catch { return nil }
  }
}
