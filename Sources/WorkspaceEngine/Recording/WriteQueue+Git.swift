internal import GitObjects
internal import History

extension WriteQueue {
  /// Reads git's configuration again where it changed, also outside the folder: the next commit has the name that it
  /// gives, and the exchange uses the ssh command that it gives.
  func readConfiguration() {
    switch person.update() {
    case .unchanged: return
    case .failed:
      let name = person.identity.name
      events.publish(
        .problem, "git cannot read its configuration; commits are made as \(name), as before: see 'git config --list'")
    case .read: break
    }
    configurationChanges += 1
    let identity = person.identity
    recorder.identity = RecorderIdentity(name: identity.name, email: identity.email, machine: identity.machine)
  }

  /// Has what is saved kept as soon as it is closed while git is at work or recording rests: git may throw it away
  /// before it settles.
  func keepAtOnce(at now: Int64) {
    tellMood(at: now)
    guard let watcher else { return }
    let isWanted = gate.keepsAtOnce(at: now)
    guard isWanted != keepsAtOnce else { return }
    keepsAtOnce = isWanted
    keep(watcher.tellAtOnce(isWanted))
  }

  /// Has files looked at as git knew them, where git was at work (decision 9).
  ///
  /// - Parameter commit: where git's branch stands.
  func lookAsGit(at commit: ObjectID?) throws(ObjectStoreError) {
    guard let commit, commit != recorder.tip else { return recorder.gitView = nil }
    recorder.gitView = try recorder.objects.commit(commit).tree
  }

  /// Looks at paths that are about to be written: what git put there is not what the write goes on top of.
  func lookAtGitsDoing(_ writes: [Write]) {
    guard recorder.gitView != nil else { return }
    let observations = recorder.paths(touchedBy: writes).map { Observation(path: $0) }
    note(attempt { () throws(RecordError) in try recorder.record(observations) }, at: time.now().monotonic)
  }

  /// Ends the look as git knew the files, once all it touched has been looked at.
  func settleGit(at now: Int64) {
    guard foreign.hasWorked || recorder.gitView != nil, gate.allows(.record, at: now) == .now, !mustInspect,
      !mustScan, looks.isEmpty,
      foldersToScan.isEmpty, unsettled.isEmpty || foreign.endedLongAgo(now)
    else { return }
    recorder.gitView = nil
    if foreign.hasWorked { branch.mendStale(recorder, time: time) }
    foreign.noteSettled()
  }

  /// When branch and index may follow: not while files may hold what git put there on top of where they stand.
  func followMayStart(at now: Int64) -> Int64 {
    guard foreign.hasWorked || recorder.gitView != nil else { return now }
    return max(gate.gitRests(at: now), now + 20_000_000, retryAt)
  }
}
