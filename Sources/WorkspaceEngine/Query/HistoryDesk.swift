internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// Answers requests about the history: the log, the authors of lines, the origin of files and differences.
struct HistoryDesk: Sendable {
  private static let diffOptions = ["--no-color", "--no-ext-diff", "--no-textconv"]
  /// The largest number of paths in one git command.
  private static let mostNamed = 500

  /// The recorder, which knows the tip.
  let queue: FolderKeeper
  /// Runs git.
  let git: GitReader
  /// Finds commits by their names.
  let revisions: RevisionReader
  /// The permissions of agents.
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
    guard let tip = await queue.tip else { return [] }
    let isFiltered = [request.session, request.kind, request.author, request.since].contains { $0 != nil }
    let limit = isFiltered ? nil : request.limit
    let earliest = try await earliest(request.since)
    var found: [LogEntry]
    if let path = request.path {
      found = try await entries(
        of: try WorkspacePath(checking: path), from: tip, withHeld: withHeld, limit, since: earliest)
    } else {
      var arguments = LogReader.arguments
      if let limit { arguments.append("-n\(min(max(0, limit), Int(Int32.max) / 2))") }
      if let earliest { arguments.append("--since=@\(earliest)") }
      // git filters by text first, which is fast; the exact comparison follows.
      if let session = request.session {
        arguments += ["--fixed-strings", "--grep=\(TrailerText.escape(session))"]
      }
      found = await LogReader.records(try await git.run(arguments + [tip.hex]), in: queue).map(\.entry)
    }
    if let session = request.session { found.removeAll { $0.author.session != session } }
    if let kind = request.kind { found.removeAll { $0.author.kind != kind } }
    if let author = request.author?.lowercased() {
      found.removeAll { $0.author.name?.lowercased().contains(author) != true }
    }
    if let limit = request.limit { found = Array(found.prefix(max(0, limit))) }
    return found
  }

  /// Returns the time that a text names for git, in seconds since 1970.
  ///
  /// - Throws: `VerbError`, `.usage` if it names no time.
  private func earliest(_ text: String?) async throws(VerbError) -> Int64? {
    guard let text else { return nil }
    guard TimePhrase.isTime(text) else {
      throw VerbError(
        .usage, "'\(text)' is no time.",
        next: "Name one: \(TimePhrase.examples).")
    }
    return try await revisions.seconds(of: text)
  }

  /// Returns the history of a path under all its names.
  private func entries(
    of path: WorkspacePath, from tip: ObjectID, withHeld: Bool, _ limit: Int?, since earliest: Int64? = nil
  ) async throws(VerbError) -> [LogEntry] {
    // Messages about a held version refer to this command, so its list includes held versions.
    let held = withHeld ? await queue.heldTip : nil
    let scope = ["--", ":(literal)\(path.string)"]
    let recorded = if let held { try await recordedSince(held: held, tip: tip, scope) } else { Set<ObjectID>() }
    let records = try await FileHistory(git: git, queue: queue).records(
      of: path, from: [tip] + [held].compactMap(\.self), limit: limit.map { max(0, $0) + recorded.count })
    return records.filter { $0.seconds >= earliest ?? .min && !recorded.contains($0.entry.commit) }.map(\.entry)
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
    guard let tip = await queue.tip else { throw VerbError(.notFound, "Nothing is recorded yet.") }
    guard try await !large.isLarge(path) else {
      throw VerbError(
        .usage, "\(path.string) is a large file: it is recorded as a whole, not by lines.",
        next: "'stet log \(path.string)' shows who changed it.", path: path.string)
    }
    let lines: [BlameReader.Line]
    do throws(VerbError) {
      lines = try await LineOrigins(git: git, queue: queue).lines(of: path.string, in: tip)
    } catch {
      throw VerbError(
        .notFound, "\(path.string) is not recorded.", next: "'stet list' shows what is.", path: path.string)
    }
    let authors = await queue.run { $0.records.history.authors(of: Set(lines.map(\.commit))) }
    return lines.enumerated().map { index, line in
      BlameLine(
        line: index + 1, commit: line.commit,
        author: AuthorRecord(authors[line.commit] ?? .user, personName: line.name), time: line.time, text: line.text)
    }
  }

  /// Returns the origin of a file.
  func provenance(_ request: ProvenanceRequest) async throws(VerbError) -> ProvenanceReport {
    let path = try await FollowedPaths(queue: queue).path(request.path)
    let entries = try await entries(LogRequest(path: path.string))
    guard let newest = entries.first, let oldest = entries.last else {
      throw VerbError(
        .notFound, "\(path.string) is not recorded.", next: "'stet list' shows what is.", path: path.string)
    }
    guard let token = await queue.token(at: path) else {
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

  /// Returns the difference between two states.
  func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport {
    try await audit.audited(
      "diff", request.caller, request.path,
      shown: { report, entry in
        entry.add(count: report.paths.count, files: report.paths)
      }
    ) { () async throws(VerbError) in try await difference(request) }
  }

  private func difference(_ request: DiffRequest) async throws(VerbError) -> DiffReport {
    guard let tip = await queue.tip else { throw VerbError(.notFound, "Nothing is recorded yet.") }
    let to: ObjectID
    if let text = request.to {
      to = try await revisions.resolve(text)
    } else if let path = request.path, request.from == nil {
      to = try await revisions.newest(of: try WorkspacePath(checking: path), at: tip)
    } else {
      to = tip
    }
    let from: ObjectID
    if let text = request.from {
      from = try await revisions.resolve(text)
    } else {
      from = await queue.run { $0.records.history.parent(of: to) } ?? .emptyTree
    }
    var scope = ["--"]
    if let path = request.path { scope.append(":(literal)\(try WorkspacePath(checking: path).string)") }
    let printed = try await git.run(["diff", "--name-only", "-z", "--no-renames", from.hex, to.hex] + scope)
    let names = printed.split(separator: 0).map { NameText.decode($0) }
    let withheld = await permissions.withheld(names, from: request.caller)
    guard !withheld.isEmpty else {
      let patch = try await git.run(["diff"] + Self.diffOptions + [from.hex, to.hex] + scope)
      return DiffReport(from: from, to: to, paths: names, patch: String(decoding: patch, as: UTF8.self))
    }
    if names.count == 1, let path = try? WorkspacePath(names[0]) {
      try await permissions.permit(.read, path, request.caller)
    }
    let shown = names.filter { !withheld.contains(NameKey($0)) }
    var report = DiffReport(from: from, to: to, paths: shown, patch: "")
    report.withheld = names.filter { withheld.contains(NameKey($0)) }
    report.patch = try await patch(from, to, of: shown, without: report.withheld ?? [])
    return report
  }

  /// Returns the difference in some paths only, without rename detection: a rename would show the text of its other
  /// path.
  private func patch(
    _ from: ObjectID, _ to: ObjectID, of shown: [String], without withheld: [String]
  ) async throws(VerbError) -> String {
    var patch: [UInt8] = []
    for start in stride(from: 0, to: shown.count, by: Self.mostNamed) {
      let named = shown[start..<min(start + Self.mostNamed, shown.count)]
      // If a file became a folder, its name as a pathspec includes all files in the folder.
      let inside = withheld.filter { path in named.contains { path.utf8.starts(with: ($0 + "/").utf8) } }
      patch += try await git.run(
        ["diff", "--no-renames"] + Self.diffOptions + [from.hex, to.hex, "--"] + named.map { ":(literal)\($0)" }
          + inside.map { ":(exclude,literal)\($0)" })
    }
    return String(decoding: patch, as: UTF8.self)
  }
}
