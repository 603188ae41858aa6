internal import FolderKeeping
internal import Git
internal import GitObjects
internal import GitProcess
internal import Journal
internal import Synchronization
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// The audit log of agents' calls: adds each call, done or refused, and answers requests about the log.
final class AgentAudit: Sendable {
  /// The age in seconds up to which audit lines that commits name must exist: a day less than audit files are kept.
  private static let kept: Int64 = 89 * 86_400

  private let keeper: FolderKeeper
  private let git: GitReader
  private let time: any TimeSource
  /// The tools whose calls are added to the log by their verbs.
  private let recordedTools = Mutex<Set<String>>([])

  /// Makes the audit of a folder whose log the keeper keeps.
  init(keeper: FolderKeeper, git: GitReader, time: any TimeSource) {
    self.keeper = keeper
    self.git = git
    self.time = time
  }

  /// Carries out an agent's call and adds it to the audit log, done or refused; a person's call is only carried out.
  ///
  /// - Parameters:
  ///   - version: returns the version for the audit log from the result.
  ///   - isCommitted: returns whether a commit of the tip records the call too.
  ///   - isNoted: returns whether the audit log has the call already.
  ///   - shown: adds to the entry the content that the caller received.
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
      await keeper.audit(entry, isCommitted: isCommitted(result))
      return result
    } catch {
      entry.refused = error.reason ?? error.code.rawValue
      // A refusal may contain the current content.
      if error.currentContent != nil { entry.version = error.currentToken.map { String($0.hex.prefix(12)) } }
      await keeper.audit(entry)
      throw error
    }
  }

  /// Adds a call to the audit log if its tool uses no audited verb: a listing, a search.
  func note(_ request: CallEnd) async {
    guard let agent = request.caller.agent, let tool = request.caller.tool,
      !recordedTools.withLock({ $0.contains(tool) })
    else { return }
    await keeper.audit(
      AuditEntry(
        agent: agent, session: request.caller.session, model: request.caller.model, tool: tool, act: "call",
        path: request.paths.isEmpty ? nil : request.paths.joined(separator: " ")))
  }

  /// Adds a refused call of an agent to the audit log.
  func refused(_ act: String, _ caller: Caller, _ path: String?, _ reason: String? = nil) async {
    guard let agent = caller.agent else { return }
    await keeper.audit(
      AuditEntry(
        agent: agent, session: caller.session, model: caller.model, tool: caller.tool, act: act, path: path,
        refused: reason ?? VerbError.Code.refused.rawValue))
  }

  /// Returns the calls of agents in the audit log, and problems of the log itself.
  func report(_ request: AuditRequest) async throws(VerbError) -> AuditReport {
    let scope = try PathScope(request.path)
    let (check, written) = try await record()
    var calls = check.entries.filter { entry in
      if let session = request.session, entry.session != session { return false }
      return scope.concerns(entry)
    }
    if let limit = request.limit { calls = calls.suffix(max(0, limit)) }
    var report = AuditReport(
      calls: calls.map(AuditReport.Call.init), lines: check.head?.number ?? 0, anchored: nil, problems: check.problems)
    guard request.verifies else { return report }
    let heads = try await heads()
    report.anchored = heads.map(\.head.number).max()
    report.problems += check.problems(against: heads, written: written)
    return report
  }

  /// Returns the calls of agents in the audit log, oldest first.
  ///
  /// - Throws: `VerbError` if the log cannot be read.
  func entries() async throws(VerbError) -> [AuditEntry] { try await record().check.entries }

  /// Returns the audit log and its written head. Both are read in one turn of the keeper: a concurrent call may add a
  /// line.
  private func record() async throws(VerbError) -> (check: AuditCheck, written: AuditHead?) {
    let (files, written) = try await keeper.run { keeper throws(VerbError) in try keeper.records.calls.auditRecord() }
    return (AuditCheck(files: files) { bytes in bytes.withUnsafeBytes { Repository.id(of: .blob, $0) } }, written)
  }

  /// Returns the heads of this store's audit log that commits name.
  private func heads() async throws(VerbError) -> [(head: AuditHead, isOld: Bool)] {
    guard let tip = await keeper.tip else { return [] }
    let output = try await git.run([
      "log", "--fixed-strings", "--grep=Stet-Audit: \(keeper.auditID):",
      "--format=%H %ct %(trailers:key=Stet-Audit,valueonly,separator=%x20)", tip.hex, "--",
    ])
    let now = time.now().seconds
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    let ids = lines.map { ObjectID(hex: $0.first ?? "") }
    let makers = await keeper.makers(of: ids.compactMap(\.self))
    return zip(ids, lines).flatMap { id, words -> [(head: AuditHead, isOld: Bool)] in
      guard let id, makers[id] == .stet else { return [] }
      let isOld = words.dropFirst().first.flatMap { Int64($0) }.map { now - $0 > Self.kept } ?? false
      return words.dropFirst(2).compactMap { AuditHead($0) }.filter { $0.log == keeper.auditID }.map { ($0, isOld) }
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
  /// The name of the action in the audit log, with the other path that it concerns.
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
