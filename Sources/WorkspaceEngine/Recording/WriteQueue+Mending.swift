internal import Git
internal import GitObjects
internal import History
internal import Values

/// What heals while the daemon runs.
extension WriteQueue {
  /// What was mended in the last 30 days.
  func repairs() -> [(seconds: Int64, sentence: String)] { repairLog.list(now: time.now().seconds) }

  /// Asks the person to take note of commits that are lost; those that could be had again since are kept.
  func askAboutLostHistory() {
    let lost = lostHistory.commits
    guard let last = lost.last else { return }
    let graph = recorder.graph
    if lost.allSatisfy({ MissingObjects.hasFolders($0, in: repository) }) {
      for id in lost where (recorder.tip.map { (try? graph.isAncestor(id, of: $0)) ?? false }) != true {
        try? repository.setReference("refs/stet/rescue/\(id.hex.prefix(12))", to: id, expecting: nil)
      }
      lostHistory.forget()
      questions.withdraw(QuestionSubject.lostHistory(last).id)
      noteRepairs(["the history that was lost is there again; it is kept under refs/stet/rescue"])
    } else {
      questions.raise(.lostHistory(last))
    }
  }

  /// The person took note of what is lost.
  func forgetLostHistory() {
    guard let last = lostHistory.commits.last else { return }
    lostHistory.forget()
    questions.withdraw(QuestionSubject.lostHistory(last).id)
  }

  /// Mends references that name nothing, and takes away locks that nobody can own; whether there were any.
  ///
  /// - Parameter namingLost: whether those are mended too that name what cannot be read: after all was tried to have it.
  func mendReferences(namingLost: Bool = false) -> Bool {
    var known: [String: ObjectID] = [:]
    known[branch.reference] = branch.followed
    known[Recorder.tipReference] = recorder.tip
    known[Recorder.heldReference] = recorder.heldTip
    do throws(ObjectStoreError) {
      let mended = try repository.mendReferences(branch: branch.name, knowing: known, namingLost: namingLost)
      if mended.contains(where: { $0.name == Recorder.heldReference }) { try recorder.readHeld() }
      let locks = repository.removeStaleLocks(now: time.now().seconds)
      noteRepairs(mended.map(\.description) + locks.map { "the lock .git/\($0) was left by a program that is gone" })
      return !mended.isEmpty || !locks.isEmpty
    } catch {
      events.publish(.problem, "a reference could not be mended: \(error); it is tried again")
      return false
    }
  }

  /// Restores objects that `git gc --prune=now` deleted although they are in use. What fails is tried again by the next
  /// checkpoint, which tells of it.
  func restorePruned() { _ = try? repository.restorePruned() }

  /// Brings a damaged configuration back once it rests, and keeps a copy of one that can be read. A person's edit stands.
  func mendConfiguration() {
    guard configurationWatch.begin(at: time.now().monotonic) else { return }
    do throws(ObjectStoreError) {
      if let mended = try Repository.restoreConfiguration(root: repository.root, mayBeEdited: true) {
        noteRepairs([mended.description])
        mustCheck = true
        configurationChanges += 1
        inspectBranch()
      } else {
        try repository.keepConfiguration()
      }
    } catch {
      events.publish(.problem, "git's configuration could not be kept: \(error)")
    }
  }

  /// Waits until a damaged configuration has rested and is mended; nothing where it is not damaged.
  ///
  /// What git says of it until then is not what the person configured.
  func awaitConfiguration() async {
    // Somebody may write to it again and again.
    for _ in 0..<10 {
      guard (try? Repository.isConfigurationDamaged(root: repository.root)) == true else { return }
      let now = time.now().monotonic
      if configurationWatch.due == nil { configurationWatch.noteChange(at: now) }
      let rest = max(0, (configurationWatch.due ?? now) - now)
      guard (try? await Task.sleep(nanoseconds: UInt64(rest))) != nil else { return }
      mendConfiguration()
    }
  }

  /// Takes note of what was mended, and keeps versions from being published whose content is lost.
  ///
  /// - Returns: whether references were mended that named what is lost.
  @discardableResult
  func take(_ report: ObjectRescue.Report) -> Bool {
    noteRepairs(report.mended)
    if report.hasGoneBack { isAuthorUnknown = true }
    if let lost = report.lostTip { lostHistory.note([lost]) }
    storeTips()
    let isMended = mendReferences(namingLost: true)
    askAboutLostHistory()
    var lost: [PathVersion: String] = [:]
    for item in report.lost where item.kind == .blob {
      if let path = item.path { lost[PathVersion(path, item.id)] = "its content is lost here" }
    }
    if !lost.isEmpty { recorder.refuse(lost) }
    return isMended
  }

  /// Stores the last commits again where the repository has lost them: memory has them.
  private func storeTips() {
    // A pack that was set aside is still open, and answers.
    try? repository.refresh()
    for id in [recorder.tip, recorder.heldTip, branch.followed].compactMap(\.self) {
      guard (try? repository.read(id)) == nil, let commit = try? recorder.graph.commit(id),
        repository.id(of: .commit, commit.content) == id
      else { continue }
      try? repository.write(.commit, commit.content, as: id)
    }
  }

  /// What is lost, in words: the path and the version that had it.
  func describe(_ item: MissingObjects.Item) -> (subject: String, message: String) {
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

  /// Says once what was mended, and notes it for the doctor.
  func noteRepairs(_ sentences: [String]) {
    repairLog.note(sentences, now: time.now().seconds)
    for sentence in sentences { events.publish(.problem, sentence) }
  }
}
