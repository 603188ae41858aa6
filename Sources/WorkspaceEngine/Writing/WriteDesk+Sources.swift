internal import GitObjects
internal import Recording
internal import WorkspaceAPI

/// The sources of a write: a version that is copied, and the text that an append leaves unchanged.
extension WriteDesk {
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
      guard let file = try await keeper.read(path) else {
        throw VerbError(.notFound, "There is no file \(path.string).", kept: "Nothing was changed.", path: path.string)
      }
      guard let mode = await keeper.mode(of: path, holding: file.token) else {
        // A held or ignored file has no recorded mode.
        return BroughtVersion(action: .put(file.bytes))
      }
      return BroughtVersion(action: .place(mode: mode, blob: file.token))
    }
    let commit = try await tokens.commit(named: revision, of: path, for: caller)
    let name = try await revisions.name(of: path, in: commit)
    if name != path { try await permissions.permit(.read, name, caller) }
    guard let entry = await keeper.entry(at: name, in: commit), entry.mode.isFile else {
      throw VerbError(
        .notFound, "\(path.string) is no file in \(revision).", kept: "Nothing was changed.", path: path.string)
    }
    return BroughtVersion(action: .place(mode: entry.mode, blob: entry.id), commit: commit)
  }

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
    guard keeper.policy.hasAppendOnly else { return nil }
    let names = await keeper.names(of: path)
    guard names.contains(where: keeper.policy.isAppendOnly) else { return nil }
    // Every text begins with an empty one, so an error must not count as an empty file.
    do { return try await keeper.read(keeper.followed(path))?.bytes ?? [] } catch { return nil }
  }
}
