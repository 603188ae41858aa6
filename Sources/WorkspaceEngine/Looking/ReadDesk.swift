internal import FolderKeeping
internal import FoundationEssentials
internal import GitObjects
internal import GitProcess
internal import WorkspaceAPI

/// Answers requests about the content of the folder: a file, a list of recorded files, and the entries on disk.
struct ReadDesk: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  /// Reads names and stamps of the folder.
  let folders: FolderReader
  let large: LargeFileDesk
  let permissions: AgentPermissions
  /// The calls of agents' sessions.
  let sessions: SessionDesk
  /// The versions that agents received.
  let tokens: TokenDesk
  /// Finds names of files in commits.
  let revisions: RevisionReader
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Returns a file's content and token.
  func read(_ request: ReadRequest) async throws(VerbError) -> ReadResult {
    // A repeated read is carried out again: only changes are carried out once.
    if let step = request.step { _ = try await sessions.begin(with: step, of: request.caller) }
    var result = try await audit.audited("read", request.caller, request.path, version: \.token) {
      () async throws(VerbError) in try await file(request)
    }
    if let step = request.step {
      result.call = await sessions.end(with: step, of: request.caller, paths: [request.path])
    }
    return result
  }

  private func file(_ asked: ReadRequest) async throws(VerbError) -> ReadResult {
    var request = asked
    // A policy rule for a writing tool applies to its writes, not to its preparatory reads.
    if request.isPreparation == true { request.caller.tool = nil }
    let path = try await FollowedPaths(keeper: keeper).path(request.path)
    try await permissions.permit(.read, path, request.caller)
    if let revision = request.revision { return try await read(path, at: revision, request) }
    let real = await keeper.followed(path)
    if real != path { try await permissions.permit(.read, real, request.caller) }
    guard let file = try await keeper.read(real) else {
      throw VerbError(
        .notFound, "There is no file \(path.string).", next: "'stet list' shows what there is.", path: path.string)
    }
    let content = try await large.reader.content(behind: file.bytes, at: real, isPresent: true, request)
    let whole = content ?? LargeContent(bytes: file.bytes)
    var result = result(path, file.token, whole, isBeingSaved: file.isBeingSaved)
    let isText = result.encoding == "utf-8"
    let isInBytes = !isText || request.form == .bytes
    if let longest = request.longest, !isInBytes {
      (result.content, result.excerpt) = LineExcerpt.take(
        request.lines, of: result.content, longest: longest, column: request.column ?? 1, isPart: whole.isPart)
    }
    let isTooLong = isInBytes && request.longest.map { whole.bytes.count > $0 } ?? false
    // A reader that cannot show the content, or shows so little, does not need it.
    let isLeftOut = isTooLong || !isText && request.form == .text
    if isLeftOut { result.content = "" }
    if let session = request.caller.agentSession, request.isUnseen != true {
      let extent =
        isLeftOut
        ? .part(.nothing) : result.excerpt.map { ServedVersions.Extent($0) } ?? extent(of: request, whole.bytes)
      for name in Set([path, real]) { tokens.served.note(file.token, of: name, to: session, extent) }
    }
    if request.isUnseen != true { result.provenance = await keeper.origin(of: real) }
    return result
  }

  private func read(
    _ path: WorkspacePath, at revision: String, _ request: ReadRequest
  ) async throws(VerbError) -> ReadResult {
    let commit = try await tokens.commit(named: revision, of: path, for: request.caller)
    let name = try await revisions.name(of: path, in: commit)
    if name != path { try await permissions.permit(.read, name, request.caller) }
    guard let entry = await keeper.entry(at: name, in: commit), entry.mode != .tree,
      let bytes = await keeper.content(of: entry.id)
    else { throw await missing(path, at: revision) }
    let blob = entry.id
    let content = try await large.reader.content(behind: bytes, at: path, isPresent: false, request)
    return result(path, blob, content ?? LargeContent(bytes: bytes), isBeingSaved: false)
  }

  /// Returns the error for a file that a revision does not have, with the file's oldest version.
  private func missing(_ path: WorkspacePath, at revision: String) async -> VerbError {
    let starts = [await keeper.tip].compactMap(\.self)
    let history = try? await FileHistory(git: git, keeper: keeper).records(of: path, from: starts, limit: nil)
    let oldest = history?.last?.entry
    return VerbError(
      .notFound, "\(path.string) did not exist at \(revision).", kept: "Nothing was read.",
      next: oldest.map { "Its oldest version is \($0.commit.hex.prefix(10)), of \($0.time)." }
        ?? "'stet log \(path.string)' shows when it was there.", path: path.string)
  }

  /// Returns the part of a file that the reader receives.
  private func extent(of request: ReadRequest, _ bytes: [UInt8]) -> ServedVersions.Extent {
    guard let lines = request.lines else { return .whole }
    let newline = UInt8(ascii: "\n")
    let count = bytes.count { $0 == newline } + (bytes.isEmpty || bytes.last == newline ? 0 : 1)
    let cover = LineCover(lines, of: count)
    return cover.isWhole ? .whole : .part(cover)
  }

  private func result(
    _ path: WorkspacePath, _ token: ObjectID, _ content: LargeContent, isBeingSaved: Bool
  ) -> ReadResult {
    let bytes = content.bytes
    let text = bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    var result = ReadResult(
      path: path.string, token: token, content: text ?? Data(bytes).base64EncodedString(),
      encoding: text == nil ? "base64" : "utf-8", size: bytes.count, commit: nil, isBeingSaved: isBeingSaved)
    if content.isPart { result.isPart = true }
    return result
  }

  /// Returns the names in a folder.
  func list(_ request: ListRequest) async throws(VerbError) -> [ListEntry] {
    try await audit.audited(
      "list", request.caller, request.path,
      shown: { names, entry in
        entry.add(count: names.count)
      }
    ) { () async throws(VerbError) in try await names(request) }
  }

  private func names(_ request: ListRequest) async throws(VerbError) -> [ListEntry] {
    let folder: WorkspacePath?
    if let text = request.path, text != ".", text != "./" {
      folder = try await FollowedPaths(keeper: keeper).path(text)
    } else {
      folder = nil
    }
    var entries = await large.listing.marked(
      try await keeper.list(folder, recursive: request.recursive, after: request.after, limit: request.limit),
      under: folder)
    if entries.isEmpty, request.after == nil, let folder {
      // A person who names a file gets its entry; agents' tools need the error to distinguish a file and a folder.
      if request.caller.agent == nil {
        let beside = try await keeper.list(folder.parent, recursive: false, after: nil, limit: nil)
        entries = await large.listing.marked(
          beside.filter { NameKey($0.path) == NameKey(folder.string) && $0.kind != "folder" }, under: folder.parent)
      }
      if entries.isEmpty {
        throw VerbError(.notFound, "There is no file or folder \(folder.string).", path: folder.string)
      }
    }
    guard request.caller.agent != nil else { return entries }
    let kept = await permissions.kept(entries.map(\.path), from: request.caller)
    return entries.map { entry in
      guard kept.contains(NameKey(entry.path)) else { return entry }
      var entry = entry
      entry.token = nil
      entry.large = nil
      entry.isProtected = true
      return entry
    }
  }

  /// Returns the entries of the folder on disk.
  func look(_ request: LookRequest) async throws(VerbError) -> LookReport {
    try await audit.audited(
      "look", request.caller, request.path,
      shown: { report, entry in
        entry.add(count: report.entries.count)
      }
    ) { () async throws(VerbError) in try await report(request) }
  }

  private func report(_ request: LookRequest) async throws(VerbError) -> LookReport {
    var path: WorkspacePath?
    if let text = request.path, text != ".", !text.isEmpty { path = try WorkspacePath(checking: text) }
    // The entry of a folder that is not followed may be read, its content not.
    if let path { try await FollowedPaths(keeper: keeper).check(request.reach == .itself ? path.parent ?? path : path) }
    guard var report = try await folders.look(at: path, reach: request.reach) else {
      throw VerbError(
        .notFound, "There is no file or folder \(path?.string ?? ".").", next: "'stet list' shows what there is.",
        path: path?.string)
    }
    await large.listing.mark(&report, under: path)
    guard request.caller.agent != nil else { return report }
    var shown = report
    let kept = await permissions.kept([report.entry.path] + report.entries.map(\.path), from: request.caller)
    if kept.contains(NameKey(report.entry.path)) { shown.entry.isProtected = true }
    for index in report.entries.indices where kept.contains(NameKey(report.entries[index].path)) {
      shown.entries[index].isProtected = true
    }
    return shown
  }

}
