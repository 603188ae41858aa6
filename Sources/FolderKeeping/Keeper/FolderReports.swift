internal import GitObjects
internal import Recording
internal import Secrets
internal import WorkTree
internal import WorkspaceAPI

/// Publishes changes of the folder as events, and raises the questions that follow from its state.
///
/// Belongs to the executor of `FolderKeeper`.
final class FolderReports {
  private let recorder: Recorder
  private let events: EventHub
  private let questions: QuestionList
  private let policy: PolicyBook
  private let links: FolderLinks
  private let folder: FolderState
  private let history: FolderHistory
  private let branch: BranchPeer
  private let comparison: StartComparison
  private let allowedSecrets: AllowedSecrets
  private let frame: TurnFrame
  /// The state of recording that was last published as an event.
  private var publishedMood = RecordingMood.recording
  /// The held paths that were last published as events.
  private var publishedHeld: [WorkspacePath: HeldReason]

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, events: EventHub, questions: QuestionList, policy: PolicyBook, links: FolderLinks,
    folder: FolderState, history: FolderHistory, branch: BranchPeer, comparison: StartComparison,
    allowedSecrets: AllowedSecrets, frame: TurnFrame
  ) {
    self.recorder = recorder
    self.events = events
    self.questions = questions
    self.policy = policy
    self.links = links
    self.folder = folder
    self.history = history
    self.branch = branch
    self.comparison = comparison
    self.allowedSecrets = allowedSecrets
    self.frame = frame
    publishedHeld = recorder.held
  }

  /// Publishes that the tip moved; each listener reads the commits since its own place (`EventWalk`).
  func announceTip() {
    if let tip = recorder.tip { events.publish(.recorded, "the tip moved", commit: tip) }
  }

  /// Notifies programs of changes in the files that they have open.
  func notifyPresenters(from before: ObjectID?) {
    guard let claims = links.claims, claims.hasPresenters, let tip = recorder.tip else { return }
    let entries = (try? recorder.tips.changes(since: before, to: tip)) ?? []
    let paths = Set(entries.flatMap(\.paths).compactMap { try? WorkspacePath($0) })
    claims.noteChanges(paths.sorted()) { recorder.tree.isMissing($0) }
  }

  /// Publishes an event when recording pauses or resumes.
  func publishMood(at now: Int64) {
    var mood = RecordingMood.recording
    switch recorder.state {
    case .recording:
      if folder.gate.waitsForGit(.record, at: now) {
        mood = .paused("git", "git is at work in the folder; what is saved meanwhile is recorded when it has ended")
      }
    case .paused(let reason): mood = .paused((folder.pause?.cause ?? .branch).rawValue, reason)
    case .readOnly(let reason): mood = .readOnly(reason)
    }
    guard let change = publishedMood.change(to: mood) else { return }
    publishedMood = mood
    events.publish(change.event, change.message, kind: change.kind)
  }

  /// Publishes events for paths that are newly held and for paths that are not held any more.
  func publishHeld() {
    guard recorder.held != publishedHeld else { return }
    let change = HeldChange(from: publishedHeld, to: recorder.held)
    askAboutSecrets(publishedHeld, recorder.held)
    publishedHeld = recorder.held
    // A presentation that got a name `*.key` without a save is recognized once the file is there.
    if change.held.keys.contains(HeldReason.localOnly.description),
      recorder.held.contains(where: { $0.value == .localOnly && !policy.isLocalOnly($0.key.string) })
    {
      folder.scans.addAll()
      frame.schedule()
    }
    for (reason, paths) in change.held.sorted(by: { $0.key < $1.key }) {
      events.publish(.held, reason, paths: paths)
    }
    if !change.released.isEmpty {
      events.publish(.released, "not held any more: recorded and synced, or gone", paths: change.released)
    }
  }

  /// Reports the handling of saves that were made without others' changes, and asks about those that are kept as they
  /// are (DESIGN "Stale saves").
  func publishSaves() {
    for notice in recorder.saves.takeNotices() {
      events.publish(.staleSave, notice.message, paths: [notice.path.string], kind: notice.kind.rawValue)
    }
    for path in recorder.saves.takeUnseenChanges() {
      if let save = recorder.saves.unseen.all[path] {
        questions.raise(.staleSave(path.string, save.kind, others: save.others))
      } else {
        questions.withdraw(QuestionSubject.staleSave(at: path.string))
      }
    }
  }

  /// Asks about folders that were set aside, and withdraws the questions about those that the person moved.
  func askAboutSetAside() {
    let names = recorder.tree.foldersSetAside
    for name in names { questions.raise(.setAside(name)) }
    let ids = Set(names.map { QuestionSubject.setAside($0) })
    for question in questions.open where question.kind == "set-aside" && !ids.contains(question.id) {
      questions.withdraw(question.id)
    }
  }

  /// Asks about files that are newly held because of a secret, except those that the person keeps on this machine, and
  /// withdraws the questions about those that are not held any more.
  private func askAboutSecrets(_ old: [WorkspacePath: HeldReason], _ new: [WorkspacePath: HeldReason]) {
    for (path, reason) in new where old[path] != reason {
      guard case .secret(let kind, let line) = reason,
        !allowedSecrets.contains(AllowedSecrets.fingerprint(holding: path.string, kind: kind))
      else { continue }
      questions.raise(.secret(path.string, kind: kind, line: line))
    }
    for (path, reason) in old {
      guard case .secret = reason else { continue }
      if case .secret = new[path] { continue }
      questions.withdraw(QuestionSubject.secret(at: path.string))
    }
  }

  /// Returns the folder's part of the status.
  func report() -> KeeperReport {
    var state = "recording"
    var reason: String?
    switch recorder.state {
    case .recording:
      if !folder.hasStarted {
        state = "checking"
        reason = FolderGate.startReason
      }
    case .paused(let why):
      state = "paused"
      reason = why
    case .readOnly(let why):
      state = "read-only"
      reason = why
    }
    let held = recorder.held.sorted { $0.key < $1.key }.map { path, why in
      HeldPath(
        path: path.string, reason: why.description, size: recorder.disk.cachedSize(of: path))
    }
    return KeeperReport(
      state: state, reason: reason, tip: recorder.tip, branchFollows: recorder.tip == branch.followed, held: held,
      problems: recorder.disk.problems.map { ProblemReport(path: String($0.key.text), message: $0.value) }.sorted {
        $0.path < $1.path
      },
      watching: links.watchMode, waiting: folder.scans.count + (recorder.isAdopting ? 1 : 0),
      checking: folder.hasStarted ? nil : comparison.progress)
  }
}
