internal import Documents
internal import FolderKeeping
internal import GitObjects
internal import Merge
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Lists the open conflicts and resolves them.
struct ResolveDesk: Sendable {
  /// The largest number of attempts to resolve conflicts; after a concurrent save the resolution is computed anew.
  private static let attemptsToSettle = 3

  /// The recorder.
  let keeper: FolderKeeper
  /// The claims that writes wait for.
  let claims: ClaimDesk
  let permissions: AgentPermissions
  /// The open conflicts.
  let conflicts: ConflictDesk
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Returns the conflicts that a merge recorded and nobody has resolved.
  func list(_ caller: Caller) async throws(VerbError) -> [ConflictReport] {
    try await audit.audited(
      "conflicts", caller, nil,
      shown: { reports, entry in
        entry.add(count: reports.count, files: reports.filter { $0.isProtected != true }.map(\.path))
      }
    ) { () async throws(VerbError) in try await reports(for: caller) }
  }

  private func reports(for caller: Caller) async throws(VerbError) -> [ConflictReport] {
    var reports: [ConflictReport] = []
    for entry in try await conflicts.open().list { reports.append(await keeper.report(entry)) }
    let withheld = await permissions.withheld(reports.map(\.path), from: caller)
    for index in reports.indices where withheld.contains(NameKey(reports[index].path)) {
      reports[index].isProtected = true
      reports[index].places = []
      (reports[index].base, reports[index].kept, reports[index].other) = (nil, nil, nil)
    }
    return reports
  }

  /// Resolves the conflicts of a path for a person, never for an agent; the resolution is a commit and reaches every
  /// machine.
  func resolve(_ request: ResolveRequest) async throws(VerbError) -> ResolveReceipt {
    guard request.caller.agent == nil else {
      throw VerbError(
        .refused, "A conflict is settled by a person, never by an agent.", kept: "Nothing was changed.",
        next: "Ask the person to run 'stet conflicts'.", path: request.path)
    }
    // The person's edits for the resolution are recorded first.
    try await keeper.recordSettled()
    let asked = try await resolution(of: request)
    let (resolution, outcome) = try await claims.during(
      asked.writes.map { ClaimItem($0.path, .merging) }, by: request.caller, number: request.claim
    ) { hasWaited async throws(VerbError) in
      // Computed from the current text, since the holder of the claim may have written.
      var resolution = hasWaited ? try await self.resolution(of: request) : asked
      var attempts = Self.attemptsToSettle
      while true {
        let outcome = await keeper.settle(resolution.writes)
        attempts -= 1
        guard attempts > 0, request.choice.isMadeAnew, outcome.isOutdated else { return (resolution, outcome) }
        resolution = try await self.resolution(of: request)
      }
    }
    let results: [WriteResult]
    switch outcome {
    case .done(let done): results = done
    case .refused(let refusals):
      guard let first = refusals.min(by: { $0.key < $1.key }) else { results = []; break }
      throw VerbError(first.value, path: resolution.writes[first.key].path.string)
    case .twice(let path): throw VerbError(.failed, "\(path.string) is named twice.", path: path.string)
    }
    let changed = zip(resolution.writes, results).filter { !$0.1.isUnchanged }
    let paths = changed.map(\.0.path.string)
    var commit = changed.last?.1.commit
    // With several writes or none, no commit names the resolution yet.
    if results.count != 1 || commit == nil { commit = try await keeper.say(resolution.origin) }
    let remaining = try await conflicts.open().list.count
    await conflicts.updatePage()
    return ResolveReceipt(commit: commit, settled: resolution.origin.resolves, paths: paths, remaining: remaining)
  }

  /// Returns the writes and the origin that resolve the conflicts of a request.
  func resolution(
    of request: ResolveRequest
  ) async throws(VerbError) -> (writes: [Write], origin: WriteOrigin) {
    let open = try await conflicts.open().list
    let chosen = try Self.chosen(request.path, among: open.map(\.conflict))
    if request.choice == .other, Set(chosen.map(\.other)).count > 1 {
      throw await ambiguous(open.filter { chosen.contains($0.conflict) })
    }
    guard let first = chosen.first else {
      throw VerbError(
        .notFound, "No conflict is open at '\(request.path)'.", kept: "Nothing was changed.",
        next: "'stet conflicts' lists those that are.", path: request.path)
    }
    let path = try WorkspacePath(checking: first.path)
    var origin = WriteOrigin(of: request.caller)
    origin.resolves = chosen.map(\.id)
    origin.subject = "Resolve \(chosen.count == 1 ? "a conflict" : "\(chosen.count) conflicts") in \(path.string)"
    let entries = open.filter { chosen.contains($0.conflict) }
    let writes = try await keeper.run { [origin] keeper throws(VerbError) in
      try keeper.records.conflicts.writes(settling: entries, as: request.choice, at: path, origin: origin)
    }
    return (writes, origin)
  }

  /// Returns the conflicts of a path, or the only one whose id has this prefix.
  ///
  /// - Throws: `VerbError` if several ids have the prefix.
  private static func chosen(_ text: String, among open: [Conflict]) throws(VerbError) -> [Conflict] {
    let found = open.filter { $0.path.hasSameBytes(as: text) }
    if !found.isEmpty || text.utf8.count < QuestionName.shortest { return found }
    let ids = open.filter { $0.id.utf8.starts(with: text.utf8) }
    guard ids.count > 1 else { return ids }
    throw VerbError(
      .usage, "'\(text)' is the beginning of \(ids.count) ids.", kept: "Nothing was changed.",
      next: "Write more of it: \(ids.map(\.id).joined(separator: ", ")).")
  }

  /// Returns the error for several open versions of a path without a choice.
  private func ambiguous(_ open: [OpenConflicts.Entry]) async -> VerbError {
    var versions: [String] = []
    for entry in open {
      let report = await keeper.report(entry)
      let name = report.otherAuthor?.name.map { "by \($0)" }
      let origin = [name, report.otherMachine.map { "on \($0)" }].compactMap(\.self)
      versions.append(([entry.conflict.id] + origin).joined(separator: " "))
    }
    let path = open.first?.conflict.path ?? ""
    return VerbError(
      .usage, "\(open.count) other versions of \(path) are open: \(versions.joined(separator: ", ")).",
      kept: "Nothing was changed.",
      next: "Name one: 'stet resolve ID --keep other'. '--keep both' takes all of them.", path: path)
  }
}

extension ResolveRequest.Choice {
  /// Whether the choice is computed from the recorded text; a text from the person stays as it is.
  fileprivate var isMadeAnew: Bool {
    switch self {
    case .other, .both: true
    case .current, .content: false
    }
  }
}

extension BatchOutcome {
  /// Whether a write was refused because of a concurrent change.
  fileprivate var isOutdated: Bool {
    guard case .refused(let refusals) = self else { return false }
    return refusals.values.contains { refusal in
      switch refusal {
      case .stale, .exists: true
      default: false
      }
    }
  }
}
