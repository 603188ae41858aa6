internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension FolderKeeper {
  /// Publishes the events of recorded commits.
  func announce(from before: ObjectID?) {
    guard events.wants(.recorded), let tip = recorder.tip else { return }
    for entry in (try? recorder.tips.changes(since: before, to: tip)) ?? [] {
      let parents = (try? recorder.graph.commit(entry.commit))?.parents.count
      let kind = message(of: entry.commit).map { RecordedKind($0, parents: parents ?? 1) }
      events.publish(
        .recorded, entry.subject, commit: entry.commit, paths: entry.paths, author: entry.author,
        kind: (kind ?? .change).rawValue)
    }
  }

  /// Notifies programs of changes in the files that they have open.
  func tellPresenters(from before: ObjectID?) {
    guard let claims, claims.hasPresenters, let tip = recorder.tip else { return }
    let entries = (try? recorder.tips.changes(since: before, to: tip)) ?? []
    let paths = Set(entries.flatMap(\.paths).compactMap { try? WorkspacePath($0) })
    claims.noteChanges(paths.sorted()) { recorder.tree.isMissing($0) }
  }

  /// Returns the time limit of a hook.
  func hookLimit() -> Duration { HookRunner.limit(repository.setting("stet.hookTimeout")) }

  /// Publishes an event when recording pauses or resumes.
  func tellMood(at now: Int64) {
    var mood = RecordingMood.recording
    switch recorder.state {
    case .recording:
      if gate.waitsForGit(.record, at: now) {
        mood = .paused("git", "git is at work in the folder; what is saved meanwhile is recorded when it has ended")
      }
    case .paused(let reason): mood = .paused((pause?.cause ?? .branch).rawValue, reason)
    case .readOnly(let reason): mood = .readOnly(reason)
    }
    guard let change = toldMood.change(to: mood) else { return }
    toldMood = mood
    events.publish(change.event, change.message, kind: change.kind)
  }

  /// Publishes events for paths that are newly held and for paths that are not held any more.
  func tellHeld() {
    guard recorder.held != toldHeld else { return }
    let change = HeldChange(from: toldHeld, to: recorder.held)
    askAboutSecrets(toldHeld, recorder.held)
    toldHeld = recorder.held
    // A presentation that got a name `*.key` without a save is recognized once the file is there.
    if change.held.keys.contains(HeldReason.localOnly.description),
      recorder.held.contains(where: { $0.value == .localOnly && !policy.isLocalOnly($0.key.string) })
    {
      scans.addAll()
      schedule()
    }
    for (reason, paths) in change.held.sorted(by: { $0.key < $1.key }) {
      events.publish(.held, reason, paths: paths)
    }
    if !change.released.isEmpty {
      events.publish(.released, "not held any more: recorded and synced, or gone", paths: change.released)
    }
  }

  /// Publishes events for conflicts that are newly open and for conflicts that are not open any more.
  func tellConflicts(from old: OpenConflicts?, to new: OpenConflicts) {
    let change = new.difference(from: old ?? OpenConflicts())
    for entry in change.opened {
      tell(
        .conflict, "two versions of \(entry.conflict.path) conflict; both are kept", entry, entry.commit)
    }
    for entry in change.settled {
      tell(.settled, "the conflict in \(entry.conflict.path) is settled", entry, new.tip ?? entry.commit)
    }
    for entry in change.gone {
      events.publish(
        .withdrawn, "the conflict in \(entry.conflict.path) does not arise any more: what it came from was taken back",
        paths: [entry.conflict.path],
        id: entry.conflict.id, kind: "conflict")
    }
  }

  private func tell(_ event: EventKind, _ message: String, _ entry: OpenConflicts.Entry, _ commit: ObjectID) {
    events.publish(
      event, message, commit: commit, paths: [entry.conflict.path], id: entry.conflict.id,
      kind: entry.conflict.reason.rawValue)
  }
}
