internal import Documents
internal import FolderKeeping
internal import GitObjects
internal import Recording
internal import WorkspaceAPI

/// Refuses writes that would replace text that the agent's session did not receive.
struct ReadProof: Sendable {
  /// Reads the files.
  let keeper: FolderKeeper
  /// The versions that agents received.
  let tokens: TokenDesk
  /// Explains stale writes.
  let refusals: RefusedWrites

  private var served: ServedVersions { tokens.served }

  /// The maximum number of files that a refusal names.
  private static let mostNamed = 20

  /// Refuses writes that replace or delete a text that the session did not receive as a whole, and edits that replace
  /// lines without quoting them that it did not receive.
  ///
  /// A caller without a session has no record of reads, and is not checked.
  func check(_ writes: [(request: WriteRequest, write: Write)]) async throws(VerbError) {
    var unread: [WorkspacePath] = []
    var untouched = 0
    for (request, write) in writes {
      guard let session = request.caller.agentSession else { continue }
      if let lines = request.unquoted { try await check(lines, write, session) }
      guard await isUnread(request, write, session) else { continue }
      if let stale = await stale(request, write, session) { throw stale }
      if served.known(of: write.path, to: session).isEmpty { untouched += 1 }
      unread.append(write.path)
    }
    guard let first = unread.first else { return }
    let names = unread.prefix(Self.mostNamed).map(\.string).joined(separator: ", ")
    let more = unread.count > Self.mostNamed ? " and \(unread.count - Self.mostNamed) more" : ""
    let what =
      switch (unread.count, untouched) {
      case (1, 0): "Only a part of \(names) was read: the rest was not read, and would be gone."
      case (1, _): "\(names) was not read in this session: text that was not read would be gone."
      default: "\(unread.count) files were not read completely in this session: \(names)\(more)."
      }
    throw VerbError(
      .refused, what, kept: "Nothing was changed.",
      next: "Read all of \(unread.count == 1 ? "it" : "each") and use the token you are given; an edit that quotes the "
        + "text to replace needs no read.", path: first.string, reason: VerbError.partToken)
  }

  /// Refuses a restore that replaces or deletes a present text that an agent's session did not receive as a whole.
  func check(restoring writes: [Write], by caller: Caller) async throws(VerbError) {
    guard caller.agent != nil else { return }
    var lost: [(request: WriteRequest, write: Write)] = []
    for write in writes {
      // A restore replaces a link itself, and not the text of its target.
      guard await keeper.followed(write.path) == write.path else { continue }
      // The present text is lost as by a deletion.
      lost.append((WriteRequest(path: write.path.string, action: .delete, caller: caller), write))
    }
    do throws(VerbError) { try await check(lost) } catch {
      var refusal = error
      refusal.next = "Read all of the text first, or restore only files that you read."
      throw refusal
    }
  }

  /// Returns the refusal of a write on an older version that the session did not receive, with the present text.
  private func stale(_ request: WriteRequest, _ write: Write, _ session: AgentSession) async -> VerbError? {
    guard case .version(let version) = write.base, !served.knows(version, of: write.path, session),
      let present = await keeper.token(at: write.path), present != version
    else { return nil }
    return await refusals.error(.stale(base: version, current: present), request, write.path)
  }

  private func isUnread(_ request: WriteRequest, _ write: Write, _ session: AgentSession) async -> Bool {
    let isDeletion = request.action == .delete
    switch write.action {
    case .put, .delete, .place: guard request.replacesWhole else { return false }
    case .append, .edit, .move: return false
    }
    var file: ServedFile?
    switch write.base {
    case .version(let version):
      // The text may have been read by the name of the link, or of its target.
      let names = Set([write.path, await keeper.followed(write.path)])
      guard names.allSatisfy({ served.isPart(version, of: $0, session) }) else { return false }
    case .absent: return request.token == nil && served.isPart(nil, of: write.path, session)
    case .current:
      guard isDeletion else { return false }
      file = try? await keeper.read(write.path)
      guard let file, served.isPart(file.token, of: write.path, session) else { return false }
      // A restore of the present version changes at most the mode.
      if case .place(_, file.token) = write.action { return false }
    }
    guard isDeletion else { return true }
    // No model reads other files than texts, and their versions stay in history.
    if file == nil { file = try? await keeper.read(write.path) }
    guard let file else { return true }
    return await !keeper.isPointer(file.token, at: write.path) && !file.bytes.contains(0)
      && String(validating: file.bytes, as: UTF8.self) != nil
  }

  /// Refuses an edit of lines that the session received neither in this version nor, with the same text, in another.
  private func check(_ lines: [LineRange], _ write: Write, _ session: AgentSession) async throws(VerbError) {
    guard case .version(let version) = write.base else { return }
    for range in lines where !served.covers(range, of: version, at: write.path, session) {
      if await isServed(range, of: version, otherwise: write.path, session) { continue }
      let place =
        switch range {
        case .between(let first, let last?) where first == last: "line \(first)"
        case .between(let first, let last?): "lines \(first) to \(last)"
        default: "all lines"
        }
      throw VerbError(
        .refused, "The edit replaces \(place) of \(write.path.string), not read in this session.",
        kept: "Nothing was changed.", next: "Read them, or quote the text to replace.", path: write.path.string,
        reason: VerbError.partToken)
    }
  }

  /// Returns whether the session received the text of lines in another version of the file.
  private func isServed(
    _ range: LineRange, of version: ObjectID, otherwise path: WorkspacePath, _ session: AgentSession
  ) async -> Bool {
    guard case .between(let first, let last?) = range, first >= 1, last >= first,
      let bytes = await keeper.content(of: version)
    else { return false }
    let wanted = Self.lines(of: bytes).dropFirst(first - 1).prefix(last - first + 1)
    guard wanted.count == last - first + 1 else { return false }
    // A line break before and behind: only whole lines are found.
    let part = [Self.lineBreak] + Array(wanted.joined(separator: [Self.lineBreak])) + [Self.lineBreak]
    for other in served.known(of: path, to: session) where other != version {
      guard let content = await keeper.content(of: other) else { continue }
      let text = [Self.lineBreak] + content + [Self.lineBreak]
      var (line, position) = (0, 0)
      for place in ByteSearch.places(of: part, in: text, overlapping: true) {
        line += text[position...place].count { $0 == Self.lineBreak }
        position = place + 1
        if served.covers(.between(line, line + wanted.count - 1), of: other, at: path, session) { return true }
      }
    }
    return false
  }

  private static let lineBreak = UInt8(ascii: "\n")

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: lineBreak, omittingEmptySubsequences: false)
  }
}
