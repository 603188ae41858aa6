package import WorkspaceAPI
internal import Git
internal import GitObjects
internal import History
internal import Values

extension Workspace {
  /// For so long what commits name must be there, in seconds: a day less than files are kept.
  private static let kept: Int64 = 89 * 86_400

  /// Carries out an agent's call and puts it on record, done or refused; a person's is carried out.
  ///
  /// - Parameters:
  ///   - version: what of the result is put down as the version.
  ///   - isCommitted: whether a commit of the tip tells of it too.
  ///   - isNoted: whether it is on record already.
  ///   - shown: adds what the caller was shown.
  func audited<R>(
    _ act: String, _ caller: Caller, _ path: String?, other: String? = nil, version: (R) -> ObjectID? = { _ in nil },
    isCommitted: (R) -> Bool = { _ in false }, isNoted: (R) -> Bool = { _ in false },
    shown: (R, inout AuditEntry) -> Void = { _, _ in },
    _ body: () async throws(VerbError) -> R
  ) async throws(VerbError) -> R {
    guard let agent = caller.agent else { return try await body() }
    if let tool = caller.tool { _ = recordedTools.withLock { $0.insert(tool) } }
    var entry = AuditEntry(
      agent: agent, session: caller.session, model: caller.model, tool: caller.tool, act: act, path: path, other: other)
    do throws(VerbError) {
      let result = try await body()
      if isNoted(result) { return result }
      entry.version = version(result).map { String($0.hex.prefix(12)) }
      shown(result, &entry)
      await queue.audit(entry, isCommitted: isCommitted(result))
      return result
    } catch {
      entry.refused = error.reason ?? error.code.rawValue
      // A refusal may say what stands there now.
      if error.currentContent != nil { entry.version = error.currentToken.map { String($0.hex.prefix(12)) } }
      await queue.audit(entry)
      throw error
    }
  }

  /// Puts a call on record whose tool reads and writes no file by a verb of its own: a listing, a search.
  func auditCall(_ request: CallEnd) async {
    guard let agent = request.caller.agent, let tool = request.caller.tool,
      !recordedTools.withLock({ $0.contains(tool) })
    else { return }
    await queue.audit(
      AuditEntry(
        agent: agent, session: request.caller.session, model: request.caller.model, tool: tool, act: "call",
        path: request.paths.isEmpty ? nil : request.paths.joined(separator: " ")))
  }

  /// Puts what an agent may not do on record.
  func auditRefusal(_ act: String, _ caller: Caller, _ path: String?, _ reason: String? = nil) async {
    guard let agent = caller.agent else { return }
    await queue.audit(
      AuditEntry(
        agent: agent, session: caller.session, model: caller.model, tool: caller.tool, act: act, path: path,
        refused: reason ?? VerbError.Code.refused.rawValue))
  }

  /// What agents did here, and whether the record is as it was written.
  package func audit(_ request: AuditRequest) async throws(VerbError) -> AuditReport {
    let path = try request.path.map { text throws(VerbError) in try checked(text) }
    // Both at one instant: a call may be noted meanwhile.
    let (files, written) = try await queue.auditRecord()
    let check = AuditCheck(files: files) { bytes in
      bytes.withUnsafeBytes { Repository.id(of: .blob, $0) }
    }
    var calls = check.entries.filter { entry in
      if let session = request.session, entry.session != session { return false }
      guard let path else { return true }
      let named = [entry.path, entry.other].compactMap(\.self) + (entry.files ?? [])
      return named.compactMap { try? WorkspacePath($0) }.contains {
        $0 == path || $0.isBelow(path)
      }
    }
    if let limit = request.limit { calls = calls.suffix(max(0, limit)) }
    var report = AuditReport(
      calls: calls.map(AuditReport.Call.init), lines: check.head?.number ?? 0, anchored: nil, problems: check.problems)
    guard request.verifies else { return report }
    let heads = try await auditHeads()
    report.anchored = heads.map(\.head.number).max()
    report.problems += check.problems(against: heads, written: written)
    return report
  }

  /// The heads of this store's record that commits name.
  private func auditHeads() async throws(VerbError) -> [(head: AuditHead, isOld: Bool)] {
    guard let tip = await queue.tip else { return [] }
    let output = try await git.run([
      "log", "--fixed-strings", "--grep=Stet-Audit: \(queue.auditID):",
      "--format=%H %ct %(trailers:key=Stet-Audit,valueonly,separator=%x20)", tip.hex, "--",
    ])
    let now = time.now().seconds
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    let ids = lines.map { ObjectID(hex: $0.first ?? "") }
    let makers = await queue.makers(of: ids.compactMap(\.self))
    return zip(ids, lines).flatMap { id, words -> [(head: AuditHead, isOld: Bool)] in
      guard let id, makers[id] == .stet else { return [] }
      let isOld = words.dropFirst().first.flatMap { Int64($0) }.map { now - $0 > Self.kept } ?? false
      return words.dropFirst(2).compactMap { AuditHead($0) }.filter { $0.log == queue.auditID }.map { ($0, isOld) }
    }
  }
}

extension AuditReport.Call {
  fileprivate init(_ entry: AuditEntry) {
    self.init(
      number: entry.number, time: ISOTime.text(entry.time / 1_000), agent: entry.agent,
      session: entry.session, model: entry.model, tool: entry.tool, act: entry.act, path: entry.path,
      other: entry.other, version: entry.version, refused: entry.refused)
    (pattern, count, files) = (entry.pattern, entry.count, entry.files)
  }
}

extension WriteAction {
  /// What it is called in the record, and the other path that it is about.
  var audited: (act: String, other: String?) {
    switch self {
    case .put: ("write", nil)
    case .append: ("append", nil)
    case .edit: ("edit", nil)
    case .delete: ("delete", nil)
    case .move(let target): ("move", target)
    case .copy(let source, _): ("copy", source)
    }
  }
}
