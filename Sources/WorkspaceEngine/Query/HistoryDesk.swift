internal import FolderKeeping
internal import GitProcess
internal import WorkspaceAPI
internal import GitObjects

/// Answers requests about the history: the log, the authors of lines, the origin of files and differences.
struct HistoryDesk: Sendable {
  /// The recorder, which knows the tip.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  /// Finds commits by their names.
  let revisions: RevisionReader
  let permissions: AgentPermissions
  /// Distinguishes large files.
  let large: LargeReader
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Returns the history, newest first; the history of a path, for people, includes the versions that are held off the
  /// tip.
  func log(_ request: LogRequest) async throws(VerbError) -> [LogEntry] {
    try await audit.audited(
      "log", request.caller, request.path,
      shown: { entries, entry in
        entry.add(count: entries.count)
      }
    ) { () async throws(VerbError) in try await entries(request, withHeld: request.caller.agent == nil) }
  }

  private func entries(_ request: LogRequest, withHeld: Bool = false) async throws(VerbError) -> [LogEntry] {
    guard let tip = await keeper.tip else { return [] }
    let filter = try await ChangeFilter(request.conditions, revisions)
    let limit = request.conditions.isEmpty ? request.limit : nil
    var found: [LogRecord]
    if let path = request.path {
      found = try await records(of: try WorkspacePath(checking: path), from: tip, withHeld: withHeld, limit)
    } else {
      var arguments = LogReader.arguments
      if let limit { arguments.append("-n\(min(max(0, limit), Int(Int32.max) / 2))") }
      found = await LogReader.records(try await git.run(arguments + filter.arguments + [tip.hex, "--"]), in: keeper)
    }
    found.removeAll { !filter.admits($0.entry.author, at: $0.seconds) }
    if let limit = request.limit { found = Array(found.prefix(max(0, limit))) }
    return found.map(\.entry)
  }

  /// Returns the history of a path under all its names.
  private func records(
    of path: WorkspacePath, from tip: ObjectID, withHeld: Bool, _ limit: Int?
  ) async throws(VerbError) -> [LogRecord] {
    // Messages about a held version refer to this command, so its list includes held versions.
    let held = withHeld ? await keeper.heldTip : nil
    let scope = ["--", ":(literal)\(path.string)"]
    let recorded = if let held { try await recordedSince(held: held, tip: tip, scope) } else { Set<ObjectID>() }
    let records = try await FileHistory(git: git, keeper: keeper).records(
      of: path, from: [tip] + [held].compactMap(\.self), limit: limit.map { max(0, $0) + recorded.count })
    return records.filter { !recorded.contains($0.entry.commit) }
  }

  /// Returns the held commits whose versions were all recorded later, by the commits' clocks, such as saves while git
  /// was running.
  private func recordedSince(
    held: ObjectID, tip: ObjectID, _ scope: [String]
  ) async throws(VerbError) -> Set<ObjectID> {
    let kept = CommitVersions.read(try await git.run(CommitVersions.arguments + [held.hex] + scope))
    guard let oldest = kept.map(\.time).min() else { return [] }
    let since = "--since=\(oldest - 1)"
    let recorded = CommitVersions.read(try await git.run(CommitVersions.arguments + [since, tip.hex] + scope))
    var last: [CommitVersions.Version: Int64] = [:]
    for commit in recorded {
      for version in commit.versions { last[version] = max(last[version] ?? 0, commit.time) }
    }
    let isRecorded = { (held: CommitVersions) in
      !held.versions.isEmpty && held.versions.allSatisfy { last[$0].map { $0 >= held.time } ?? false }
    }
    return Set(kept.filter(isRecorded).map(\.commit))
  }

  /// Returns the author of each line.
  func blame(_ request: BlameRequest) async throws(VerbError) -> [BlameLine] {
    try await audit.audited(
      "blame", request.caller, request.path,
      shown: { lines, entry in
        entry.add(count: lines.count)
      }
    ) { () async throws(VerbError) in try await lines(request) }
  }

  private func lines(_ request: BlameRequest) async throws(VerbError) -> [BlameLine] {
    let path = try WorkspacePath(checking: request.path)
    try await permissions.permit(.read, path, request.caller)
    guard let tip = await keeper.tip else { throw VerbError(.notFound, "Nothing is recorded yet.") }
    guard try await !large.isLarge(path) else {
      throw VerbError(
        .usage, "\(path.string) is a large file: it is recorded as a whole, not by lines.",
        next: "'stet log \(path.string)' shows who changed it.", path: path.string)
    }
    let lines: [BlameReader.Line]
    do throws(VerbError) {
      lines = try await LineOrigins(git: git, keeper: keeper).lines(of: path.string, in: tip)
    } catch {
      throw VerbError(
        .notFound, "\(path.string) is not recorded.", next: "'stet list' shows what is.", path: path.string)
    }
    let authors = await keeper.run { $0.records.history.authors(of: Set(lines.map(\.commit))) }
    return lines.enumerated().map { index, line in
      BlameLine(
        line: index + 1, commit: line.commit,
        author: AuthorRecord(authors[line.commit] ?? .user, personName: line.name), time: line.time, text: line.text)
    }
  }

  /// Returns the origin of a file.
  func provenance(_ request: ProvenanceRequest) async throws(VerbError) -> ProvenanceReport {
    let path = try await FollowedPaths(keeper: keeper).path(request.path)
    let entries = try await entries(LogRequest(path: path.string))
    guard let newest = entries.first, let oldest = entries.last else {
      throw VerbError(
        .notFound, "\(path.string) is not recorded.", next: "'stet list' shows what is.", path: path.string)
    }
    guard let token = await keeper.token(at: path) else {
      throw VerbError(
        .notFound, "\(path.string) was deleted (\(newest.time)).",
        next: "'stet restore \(path.string) --at \(newest.commit.hex.prefix(10))~1' brings it back.", path: path.string)
    }
    if await !permissions.withheld([path.string], from: request.caller).isEmpty {
      throw VerbError(
        .refused, "The version of \(path.string) is kept from agents by the policy.",
        next: "'stet log \(path.string)' shows who changed it.", path: path.string,
        reason: PolicyVerdict.Reason.protected.rawValue)
    }
    // A merge combines text that others wrote.
    let modified = entries.first { $0.author.kind != "sync" } ?? newest
    return ProvenanceReport(
      path: path.string, token: token, createdBy: oldest.author, createdAt: oldest.time,
      lastModifiedBy: modified.author, lastModifiedAt: modified.time, versions: entries.count)
  }
}
