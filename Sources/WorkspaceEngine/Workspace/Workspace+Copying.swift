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
    let commit = try await commit(named: revision, of: path)
    let name = try await name(of: path, in: commit)
    if name != path { try await permit(.read, name, caller) }
    guard let entry = await queue.entry(at: name, in: commit), entry.mode.isFile else {
      throw VerbError(
        .notFound, "\(path.string) is no file in \(revision).", kept: "Nothing was changed.", path: path.string)
    }
    return BroughtVersion(action: .place(mode: entry.mode, blob: entry.id), commit: commit)
  }

  /// The commit that a revision means for a path: of a version token, the newest one in which the path has it.
  ///
  /// A token names a version of its own path only: the id of another file's content is unknown here.
  func commit(named revision: String, of path: WorkspacePath) async throws(VerbError) -> ObjectID {
    guard let blob = ObjectID(hex: revision), await queue.content(of: blob) != nil, let tip = await queue.tip else {
      return try await resolve(revision)
    }
    let unknown = VerbError(
      .notFound, "\(path.string) never had the version \(revision.prefix(12)).",
      next: "The path's history names its versions.", path: path.string)
    if let commit = try await newest(having: blob, at: path, from: [tip]) { return commit }
    var found: ObjectID?
    _ = try await FileHistory(git: git, queue: queue).span(of: path, before: tip) { span async throws(VerbError) in
      found = try await newest(having: blob, at: span.path, from: span.starts)
      return found != nil
    }
    guard let found else { throw unknown }
    return found
  }

  /// The newest commit in which a path has a version.
  private func newest(
    having blob: ObjectID, at path: WorkspacePath, from starts: [ObjectID]
  ) async throws(VerbError) -> ObjectID? {
    let output = try await git.run(
      ["log", "-1", "--format=%H", "--find-object=\(blob.hex)"] + starts.map(\.hex)
        + ["--", ":(literal)\(path.string)"])
    guard let commit = ObjectID(hex: String(decoding: output.prefix(40), as: UTF8.self)) else { return nil }
    if await queue.entry(at: path, in: commit)?.id == blob { return commit }
    // The commit that took it away: the one before still has it.
    guard let before = await queue.parent(of: commit), await queue.entry(at: path, in: before)?.id == blob else {
      return nil
    }
    return before
  }
}
