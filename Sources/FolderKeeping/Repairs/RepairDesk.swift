internal import Git
package import GitObjects
internal import Recording
internal import WorkTree
internal import Values

/// Repairs the repository while the daemon runs, and reports the repairs.
///
/// Belongs to the executor of `FolderKeeper`.
package struct RepairDesk {
  let recorder: Recorder
  let repository: Repository
  let branch: BranchPeer
  let time: any TimeSource
  let events: EventHub
  let questions: QuestionList
  let repairLog: RepairLog
  let lostHistory: LostHistory
  let history: FolderHistory
  let scanner: FolderScanner

  /// Returns the repairs of the last 30 days, oldest first.
  package func repairs() -> [(seconds: Int64, sentence: String)] { repairLog.list(now: time.now().seconds) }

  /// Asks the person to acknowledge lost commits; commits that could be restored since are kept under a reference.
  package func askAboutLostHistory() {
    let lost = lostHistory.commits
    guard let last = lost.last else { return }
    let graph = recorder.graph
    if lost.allSatisfy({ MissingObjects.hasFolders($0, in: repository) }) {
      for id in lost where (recorder.tip.map { (try? graph.isAncestor(id, of: $0)) ?? false }) != true {
        guard history.rescue(id) else {
          return events.publish(
            .problem, "the lost history is there again, but no reference can keep it; the next start tries again")
        }
      }
      lostHistory.forget()
      questions.withdraw(QuestionSubject.lostHistory(last).id)
      noteRepairs(["the history that was lost is there again; it is kept under refs/stet/rescue"])
    } else {
      questions.raise(.lostHistory(last))
    }
  }

  /// Removes the entries of lost commits, after the person has acknowledged the loss.
  func forgetLostHistory() {
    guard let last = lostHistory.commits.last else { return }
    lostHistory.forget()
    questions.withdraw(QuestionSubject.lostHistory(last).id)
  }

  /// Repairs references that name no commit, and deletes locks that no living process can own.
  ///
  /// - Returns: whether there were any.
  ///
  /// - Parameter namingLost: whether references to unreadable commits are repaired too: after all attempts to restore
  ///   these.
  package func repairReferences(namingLost: Bool = false) -> Bool {
    var known: [String: ObjectID] = [:]
    known[branch.reference] = branch.followed
    known[StetReference.tip] = recorder.tip
    known[StetReference.held] = recorder.tips.heldTip
    do throws(ObjectStoreError) {
      let mended = try repository.referenceRepair.repair(branch: branch.name, knowing: known, namingLost: namingLost)
      if mended.contains(where: { $0.name == StetReference.held }) { try recorder.executor.readHeld() }
      let locks = repository.locks.removeStaleLocks(now: time.now().seconds)
      noteRepairs(mended.map(\.description) + locks.map { "the lock .git/\($0) was left by a program that is gone" })
      return !mended.isEmpty || !locks.isEmpty
    } catch {
      events.publish(.problem, "a reference could not be repaired: \(error); it is tried again")
      return false
    }
  }

  /// Restores objects that `git gc --prune=now` deleted although they are in use. After a failure the next checkpoint
  /// tries again and reports the problem.
  func restorePruned() { _ = try? repository.restorePruned() }

  /// Records the repairs of a rescue, and excludes versions with lost content from publication.
  ///
  /// - Returns: whether references were repaired or stale locks deleted.
  @discardableResult
  func take(_ report: ObjectRescue.Report) -> Bool {
    noteRepairs(report.mended)
    if report.hasGoneBack { scanner.noteLostHistory() }
    if let lost = report.lostTip { lostHistory.note([lost]) }
    storeTips()
    let isMended = repairReferences(namingLost: true)
    askAboutLostHistory()
    var lost: [PathVersion: String] = [:]
    for item in report.lost where item.kind == .blob {
      if let path = item.path { lost[PathVersion(path, item.id)] = "its content is lost here" }
    }
    if !lost.isEmpty { recorder.holds.refuse(lost) }
    return isMended
  }

  /// Writes the last commits again if the repository has lost them: they are still in memory.
  private func storeTips() {
    // A pack that was set aside would otherwise still be open and answer reads.
    try? repository.refresh()
    for id in [recorder.tip, recorder.tips.heldTip, branch.followed].compactMap(\.self) {
      guard (try? repository.read(id)) == nil, let commit = try? recorder.graph.commit(id),
        repository.id(of: .commit, commit.content) == id
      else { continue }
      try? repository.write(.commit, commit.content, as: id)
    }
  }

  /// Returns the description of a lost object: the path and the version that had it.
  package func describe(_ item: MissingObjects.Item) -> (subject: String, message: String) {
    let commit = item.commit.flatMap { try? repository.commit($0) }
    let when = commit.map {
      ISOTime.text($0.committer.seconds, offset: $0.committer.offset) + " (\($0.subject))"
    }
    let version = [item.commit.map { "commit \($0.hex.prefix(10))" }, when].compactMap(\.self).joined(separator: " of ")
    switch item.kind {
    case .blob:
      return (item.path ?? item.id.hex, "the version in \(version) is damaged and nowhere else; all others are whole")
    case .tree:
      return (
        item.path ?? "the folder", "the list of files in \(version) is damaged and nowhere else; later ones are whole"
      )
    case .commit, .tag:
      let place = version.isEmpty ? "" : ", before \(version),"
      return (
        "history", "\(item.id.hex.prefix(10))\(place) is damaged and nowhere else; what came later is whole"
      )
    }
  }

  /// Reports repairs once, and records them for `stet doctor`.
  func noteRepairs(_ sentences: [String]) {
    repairLog.note(sentences, now: time.now().seconds)
    for sentence in sentences { events.publish(.problem, sentence) }
  }
}
