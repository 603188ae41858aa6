internal import FileWatching
internal import FolderKeeping
internal import GitProcess
internal import Glibc
internal import Threads
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// Reports the state of a workspace, and checks it for problems.
struct StatusDesk: Sendable {
  /// The settings: the folder's path and the machine's name.
  let settings: WorkspaceSettings
  let keeper: FolderKeeper
  /// Reports changes in the folder.
  let watcher: FileWatcher
  /// Reads names and stamps of the folder.
  let folders: FolderReader
  /// Runs git.
  let git: GitReader
  /// The exchange with the remote.
  let exchange: ExchangeKeeper
  let large: LargeFileDesk
  /// The open conflicts.
  let conflicts: ConflictDesk
  /// The open questions.
  let questions: QuestionList
  /// The claims of programs and agents.
  let claims: ClaimDesk
  /// The person's hooks.
  let hooks: HookRunner
  /// Restores damaged objects.
  let rescue: ObjectRescue
  /// The search index.
  let index: IndexDesk
  let started: StartEnd
  /// The clock.
  let time: any TimeSource

  /// Returns the current state of the workspace.
  func status() async throws(VerbError) -> StatusReport {
    guard started.isOver else { return try await statusOfStart() }
    await keeper.run { $0.rules.configuration.readConfiguration() }
    await exchange.renew(waits: false)
    let report = await keeper.report()
    let (remote, uploads) = await exchange.status()
    let held = report.held + uploads
    let conflictCount = try await conflicts.open().list.count
    let files = watcher.editorFiles
    let editors = files.isEmpty ? [] : await folders.presence(files)
    let coordination = claims.look { table, now in CoordinationReport(table, now) }
    var status = StatusReport(
      root: settings.root, pid: getpid(), state: report.state, reason: report.reason, branch: keeper.branchName,
      tip: report.tip, branchFollows: report.branchFollows, machine: settings.identity.machine,
      pending: watcher.pendingCount + report.waiting, remote: remote, held: held, problems: report.problems,
      presence: files.keys.sorted().map(\.string), questions: questions.open.count + conflictCount,
      conflicts: conflictCount,
      watching: report.watching, editors: editors, coordination: coordination,
      audit: await keeper.run { $0.records.calls.auditState() })
    status.problems += await IgnoredFiles(keeper: keeper, git: git).problems()
    status.large = await large.summary()
    status.index = index.state
    return status
  }

  /// Returns the state during the start, as far as it is known without the disk, programs, and the watcher, which is
  /// locked while it adds watches.
  private func statusOfStart() async throws(VerbError) -> StatusReport {
    let report = await keeper.report()
    let isChecking = report.state == "recording" || report.checking != nil
    var status = StatusReport(
      root: settings.root, pid: getpid(), state: isChecking ? "checking" : report.state,
      reason: isChecking ? FolderGate.startReason : report.reason, branch: keeper.branchName, tip: report.tip,
      branchFollows: report.branchFollows, machine: settings.identity.machine,
      pending: report.waiting, remote: nil, held: report.held, problems: report.problems,
      presence: [], questions: questions.open.count, conflicts: 0, watching: report.watching)
    status.checking = report.checking ?? CheckProgress(done: 0, total: 0)
    return status
  }

  /// Checks the workspace for problems and returns the findings.
  func doctor() async throws(VerbError) -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    let report = try await status()
    findings.append(
      DoctorFinding(
        level: report.state == "recording" ? "ok" : "problem", subject: "recording",
        message: report.reason ?? "every save becomes a commit"))
    findings.append(
      DoctorFinding(
        level: report.watching == "events" ? "ok" : "problem", subject: "watching", message: report.watching))
    if let problem = report.audit?.problem {
      findings.append(DoctorFinding(level: "problem", subject: "audit", message: problem))
    }
    findings += await repositoryFindings()
    if let warning = await keeper.run({ $0.rules.configuration.person.identity.warning }) {
      findings.append(DoctorFinding(level: "note", subject: "author", message: warning))
    }
    for problem in report.problems {
      let state = await onThread("stet.doctor") { [root = settings.root] in
        UnrecordedPath(root: root, path: problem.path)
      }
      let isLeft = state == .left || state == .absent && !problem.path.hasPrefix(".git/")
      findings.append(
        DoctorFinding(level: isLeft ? "note" : "problem", subject: problem.path, message: problem.message))
    }
    for held in report.held { findings.append(DoctorFinding(level: "note", subject: held.path, message: held.reason)) }
    for repair in await keeper.run({ $0.records.repairs.repairs() }) {
      let when = ISOTime.text(repair.seconds, offset: time.now().offset)
      findings.append(DoctorFinding(level: "note", subject: "repaired \(when)", message: repair.sentence))
    }
    if let lack = await LargeFilter(git: git).lack(hasLarge: report.large != nil) {
      findings.append(DoctorFinding(level: "note", subject: "git-lfs", message: lack))
    }
    for folder in try await keeper.run({ keeper throws(VerbError) in try keeper.records.files.wideFolders() }) {
      findings.append(
        DoctorFinding(
          level: "note", subject: folder.path,
          message:
            "\(folder.count) files in one folder; each save rewrites their list: folders of up to 3,000 are faster"))
    }
    findings += await hooks.findings()
    for question in questions.open {
      findings.append(
        DoctorFinding(level: "problem", subject: "question \(question.id)", message: question.seen))
    }
    if let remote = report.remote {
      findings.append(
        DoctorFinding(
          level: ["current", "syncing", "local"].contains(remote.state) ? "ok" : "problem", subject: "remote",
          message: remote.message ?? "\(remote.url): \(remote.state), heard by \(remote.hearing)"))
    } else {
      findings.append(
        DoctorFinding(
          level: "note", subject: "remote",
          message: "none; 'git -C \(settings.root) remote add origin URL' adds one"))
    }
    return findings
  }

  /// Checks every object; restores damaged ones if possible, and returns findings about the others.
  private func repositoryFindings() async -> [DoctorFinding] {
    let whole = DoctorFinding(level: "ok", subject: "repository", message: "every object is there and whole")
    guard let error = await check() else { return [whole] }
    _ = await keeper.run { $0.records.repairs.repairReferences() }
    let report = try? await rescue.run(isAlone: false)
    if let report { await keeper.take(report) }
    if await check() == nil { return [whole] }
    var findings: [DoctorFinding] = []
    for item in report?.lost.prefix(50) ?? [] {
      let (subject, message) = await keeper.run { $0.records.repairs.describe(item) }
      findings.append(DoctorFinding(level: "problem", subject: subject, message: message))
    }
    guard findings.isEmpty else { return findings }
    return [
      DoctorFinding(
        level: "problem", subject: "repository",
        message: "\(error.what); a copy of the folder and of .git is wise before anything is tried")
    ]
  }

  private func check() async -> VerbError? {
    do throws(VerbError) {
      _ = try await git.run(["fsck", "--full", "--no-dangling", "--no-progress"])
      return nil
    } catch { return error }
  }
}
