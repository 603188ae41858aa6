internal import GitObjects
internal import History

extension FolderKeeper {
  /// Reads git's configuration again if it changed, also outside the folder: the next commit has the configured name,
  /// and the exchange uses the configured ssh command.
  func readConfiguration() {
    switch person.update() {
    case .unchanged: return
    case .failed:
      let name = person.identity.name
      events.publish(
        .problem, "git cannot read its configuration; commits are made as \(name), as before: see 'git config --list'")
    case .read: break
    }
    configurationWatch.noteOutsideChange()
    let identity = person.identity
    recorder.identity = RecorderIdentity(name: identity.name, email: identity.email, machine: identity.machine)
  }

  /// Captures saves as soon as they are closed while git is at work or recording is paused: git may overwrite them
  /// before they settle.
  func keepAtOnce(at now: Int64) {
    tellMood(at: now)
    guard let watcher else { return }
    let isWanted = gate.keepsAtOnce(at: now)
    guard isWanted != keepsAtOnce else { return }
    keepsAtOnce = isWanted
    keep(watcher.tellAtOnce(isWanted))
  }

  /// Makes the recorder compare files with git's commit after git was at work (decision 9).
  ///
  /// - Parameter commit: the commit of git's branch.
  func lookAsGit(at commit: ObjectID?) throws(ObjectStoreError) {
    guard let commit, commit != recorder.tip else { return recorder.gitView = nil }
    recorder.gitView = try recorder.objects.commit(commit).tree
  }

  /// Records the paths that are about to be written: content that git put there must not be taken for the base of the
  /// write.
  func lookAtGitsDoing(_ writes: [Write]) {
    guard recorder.gitView != nil else { return }
    let observations = recorder.paths(touchedBy: writes).map { Observation(path: $0) }
    note(attempt { () throws(RecordError) in try recorder.record(observations) }, at: time.now().monotonic)
  }

  /// Ends the comparison with git's commit, once all files that git touched have been read.
  func settleGit(at now: Int64) {
    guard foreign.hasWorked || recorder.gitView != nil, gate.allows(.record, at: now) == .now, !mustInspect,
      scans.isEmpty, looks.isEmpty, unsettled.isEmpty || foreign.endedLongAgo(now)
    else { return }
    recorder.gitView = nil
    if foreign.hasWorked { branch.mendStale(recorder, time: time) }
    foreign.noteSettled()
  }
}
