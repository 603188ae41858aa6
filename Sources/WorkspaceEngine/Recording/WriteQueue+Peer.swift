internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import History
internal import Merge
internal import Sync

extension WriteQueue {
  /// Something in `.git` changed: by us, or by the person's own git.
  func repositoryChanged(_ parts: Set<RepositoryPart>, at now: Int64) {
    observeGit()
    if !isRecording { noteHead() }
    if parts.contains(.indexLock), !branch.wroteIndex { foreign.noteLockEvent(at: now) }
    if parts.contains(.collection) { restorePruned() }
    if parts.contains(.configuration) {
      recorder.rules.reload()
      mustCheck = true
      configurationChanges += 1
      configurationWatch.noteChange(at: now)
    }
    inspectBranch()
    schedule()
  }

  /// Looks where the person's git put the branch, once git has rested, and takes what was committed there.
  func inspectBranch() {
    let now = time.now().monotonic
    guard gate.allows(.inspect, at: now) == .now else {
      mustInspect = true
      return schedule()
    }
    mustInspect = false
    if let cause = refusedConfiguration() { return pauseForGit(cause) }
    do throws(ObjectStoreError) {
      var inspection = try branch.inspect(repository, graph: recorder.graph, tip: recorder.tip)
      if inspection.mayBeDamage, mendReferences() {
        inspection = try branch.inspect(repository, graph: recorder.graph, tip: recorder.tip)
      }
      switch inspection {
      case .unchanged:
        // One of an earlier run: what git did was undone while nobody looked.
        if pause == nil { questions.withdraw(Self.branchQuestion) }
        if foreign.hasWorked || pause?.cause.isGits == true { try lookAsGit(at: branch.followed) }
        if returns() { scanAll(believesDeletions: false) }
      case .away(let reason): pauseForGit(reason)
      case .committed(let commit) where recorder.isAdopting:
        lateCommit = commit
        try lookAsGit(at: commit)
        // The files of the adoption that is under way come first; the timer has the branch looked at again.
        if returns() { mustScan = true }
        mustInspect = true
        schedule()
      case .committed(let commit):
        try lookAsGit(at: commit)
        takeCommits(commit)
      case .movedBack(let commit):
        if try takesReplacement(commit) { takeCommits(commit, replacesTip: true) } else { askAboutBranch(commit) }
      case .gone: askAboutBranch(nil)
      }
      retries.reset()
    } catch {
      events.publish(.problem, "the branch could not be read: \(error); it is looked at again")
      mustInspect = true
      retry()
    }
  }

  /// Why the repository cannot be recorded as it is configured now (review A4); nil where it can.
  ///
  /// Looked at again when configuration or attributes changed.
  private func refusedConfiguration() -> String? {
    guard mustCheck else { return lastRefusal }
    mustCheck = false
    let findings = (try? RepositoryFacts(root: repository.root)).map(RepositoryCheck.findings) ?? []
    lastRefusal = findings.first { $0.verdict == .refused }?.description
    return lastRefusal
  }

  private func pauseForGit(_ reason: String) {
    guard pause?.reason != reason else { return }
    beginPause(.branch, reason)
  }

  private func beginPause(_ cause: FolderPause.Cause, _ reason: String) {
    pause = FolderPause(cause: cause, reason: reason)
    noteHead()
    // What was not recorded before is captured now.
    mustScan = true
    keepAtOnce(at: time.now().monotonic)
    schedule()
  }

  private func endPause() {
    noteHead()
    pausedHead = PausedHead()
    captures.removeAll()
    pause = nil
  }

  /// Ends the pause that git was the cause of; whether there was one.
  ///
  /// What git did to the files meanwhile is then to be compared with the tip once, as a whole, after its commits were
  /// taken: their text has authors of its own.
  private func returns() -> Bool {
    guard pause?.cause.isGits == true else { return false }
    endPause()
    questions.withdraw(Self.branchQuestion)
    tellMood(at: time.now().monotonic)
    return true
  }

  /// Brings the user's commits into the tip, tip first parent; files are touched only where both changed them.
  ///
  /// - Parameter replacesTip: whether all that the tip has beyond them is what they replace: a merge would bring the
  ///   text back that the person amended.
  private func takeCommits(_ commit: ObjectID, replacesTip: Bool = false) {
    if returns() { mustScan = true }
    let before = recorder.tip
    if replacesTip { rescueTip() }
    do {
      let target = try peerTarget(commit, replacesTip: replacesTip)
      let leaving = try untouched(by: commit, target: target)
      switch try recorder.adopt(target, expecting: before, leaving: leaving, within: .short) {
      case .adopted:
        lateCommit = nil
        branch.noteTaken(commit, at: time.now().monotonic)
        noteGitMade(from: before, to: commit)
        gitTook(published(), before)
      case .tipMoved:
        lateCommit = commit
        mustInspect = true
      case .waits(let missing):
        lateCommit = commit
        for path in missing { watcher?.noteMissing(path) }
        mustInspect = true
        retryAt = max(retryAt, time.now().monotonic + 200_000_000)
      }
    } catch {
      lateCommit = commit
      events.publish(.problem, "the commits made with git could not be taken yet: \(error)")
      mustInspect = true
      retry()
    }
    turnEnded(from: before)
    schedule()
  }

  /// What the tip is to become for the user's commit: the commit itself where nothing else is to be kept.
  private func peerTarget(_ commit: ObjectID, replacesTip: Bool) throws -> ObjectID {
    guard let tip = recorder.tip else { return commit }
    let (graph, store) = (recorder.graph, recorder.objects)
    // The commit may have come with a `.gitignore`.
    recorder.rules.reload()
    // Since it was seen first, files that held what git had put there were brought to the tip: they prove nothing.
    let isLate = try lateCommit.map { try graph.isAncestor($0, of: commit) } ?? false
    let others = try isLate ? [] : othersTrees(in: commit)
    let own = try OwnChanges.tree(
      of: commit, beside: tip, replaces: replacesTip, graph: graph, in: store,
      stands: { isLate ? false : stands($0, others: others) })
    guard try replacesTip || graph.isAncestor(tip, of: commit) else {
      return try PeerMerge.make(tip, commit, order: .asGiven, secondTree: own, graph: graph, in: store).commit
    }
    guard try own != graph.commit(commit).tree else { return commit }
    // What it replaces is to be in nobody's history: a secret that was amended away.
    guard let past = try replacesTip ? graph.mergeBases(tip, commit).first : tip else { return commit }
    return try recorder.joined(commit, tree: own, to: past)
  }

  /// What others published that the user's commit brings, and the tip has not: a branch can be moved there without its
  /// files (`git reset origin/main`).
  private func othersTrees(in commit: ObjectID) throws -> [ObjectID] {
    let graph = recorder.graph
    return try published().filter { seen in
      try graph.isAncestor(seen, of: commit) && recorder.tip.map { try !graph.isAncestor(seen, of: $0) } ?? true
    }.map { try graph.commit($0).tree }
  }

  /// Whether the folder has the tip's version though the user's commit has another, and that says what is meant.
  private func stands(_ change: TreeChange, others: [ObjectID]) -> Bool {
    guard let path = try? WorkspacePath(change.path), !isTakenOut(change, at: path), recorder.stands(path) else {
      return false
    }
    // `git update-index --chmod=+x` says it in the index alone.
    if let new = change.new, let entry = try? recorder.entry(at: path), entry.id == new.id { return false }
    return !others.contains { tree in
      (try? Tree.entry(at: change.path, of: tree, in: recorder.objects)) == .some(change.new)
    }
  }

  /// Whether it is `git rm --cached` of what is ignored from now on.
  private func isTakenOut(_ change: TreeChange, at path: WorkspacePath) -> Bool {
    change.new == nil && recorder.rules.isIgnored(path, false)
  }

  /// Paths that only the user's commits changed: their files are git's or the person's already, where they are not what
  /// the tip has still.
  private func untouched(by commit: ObjectID, target: ObjectID) throws -> Set<NameKey> {
    let store = recorder.objects
    let theirs = try store.commit(commit).tree
    let merged = try store.commit(target).tree
    return Set(
      try TreeDiff.changes(from: recorder.tipTree, to: merged, in: store).filter { change in
        guard try Tree.entry(at: change.path, of: theirs, in: store) == change.new else { return false }
        guard let path = try? WorkspacePath(change.path), !isTakenOut(change, at: path) else { return true }
        return !recorder.stands(path)
      }.map { NameKey($0.path) })
  }

  /// Whether a branch that was moved back only dropped the user's own commits that nobody else has (`--amend`), or gave
  /// what was recorded for the user another message: then what stands there now is taken (review B6).
  private func takesReplacement(_ commit: ObjectID) throws(ObjectStoreError) -> Bool {
    guard let tip = recorder.tip else { return false }
    let dropped = try recorder.graph.commits(from: tip, excluding: [commit], limit: 100)
    let published = published()
    let isReworded = try rewords(commit, tip: tip)
    for id in dropped {
      if !isReworded, try recorder.graph.message(of: id).author != nil { return false }
      for seen in published where try recorder.graph.isAncestor(id, of: seen) { return false }
    }
    return !dropped.isEmpty && dropped.count < 100
  }

  /// Whether a commit is the tip with another message (`--amend -m`), and the tip is the person's own: the same parents
  /// and the same tree. The message of a commit that settles or leaves a conflict says so, and is no mere text.
  private func rewords(_ commit: ObjectID, tip: ObjectID) throws(ObjectStoreError) -> Bool {
    let (old, new) = (try recorder.objects.commit(tip), try recorder.objects.commit(commit))
    guard old.parents == new.parents, old.tree == new.tree else { return false }
    let (before, after) = (try recorder.graph.message(of: tip), try recorder.graph.message(of: commit))
    return before.author == .user && before.conflicts == after.conflicts && before.resolves == after.resolves
  }

  /// The remote's branch as git and as Stet saw it last.
  func published() -> [ObjectID] {
    ["refs/remotes/origin/", "refs/stet/seen/origin/"].compactMap { place in
      (try? recorder.objects.reference(place + branch.name)) ?? nil
    }
  }

  /// The tip, and the remote's branch as it was seen last where the tip has it: what was fetched and not taken yet is no
  /// part of what is recorded here.
  func taken() -> [ObjectID] {
    guard let tip = recorder.tip else { return [] }
    return [tip] + published().filter { (try? recorder.graph.isAncestor($0, of: tip)) ?? false }
  }

  /// Keeps what git dropped for as long as anybody could want it back; nothing where it is kept already.
  private func rescueTip() {
    if let tip = recorder.tip { rescue(tip) }
  }

  /// Keeps a commit that git dropped; nothing where it is kept already.
  func rescue(_ commit: ObjectID) {
    try? recorder.objects.setReference("refs/stet/rescue/\(commit.hex.prefix(12))", to: commit, expecting: nil)
  }

  static let branchQuestion = "branch-moved-back"

  private func askAboutBranch(_ commit: ObjectID?) {
    // By the time of the answer the command has ended.
    if let commit { noteGitMade(from: recorder.tip, to: commit) }
    rescueTip()
    beginPause(.question, "the branch '\(branch.name)' was moved back with git; answer the question first")
    questions.raise(.branchMovedBack(branch.name, to: commit))
  }

  /// Carries out the answer to the question about the branch.
  func answerBranch(_ word: String) throws -> Bool {
    guard recorder.tip != nil else { return false }
    endPause()
    questions.withdraw(Self.branchQuestion)
    let now = time.now().monotonic
    let standing = try recorder.objects.reference(branch.reference)
    let before = recorder.tip
    if word == "record" {
      if let standing {
        try recorder.join(standing)
        noteGitMade(from: before, to: standing)
        gitTook(published(), before)
      }
      branch.noteTaken(standing, isMovedBack: true, at: now)
      scanAll(believesDeletions: true)
    } else {
      if let standing {
        try recorder.bringBack(from: standing)
        try lookAsGit(at: standing)
        try recorder.join(standing)
        noteGitMade(from: before, to: standing)
        gitTook(published(), before)
      }
      branch.noteTaken(standing, isMovedBack: true, at: now)
      // What was saved while the question was open, and what git never had, is the person's as ever.
      scanAll(believesDeletions: false)
    }
    followBranch(force: true)
    turnEnded(from: before)
    return true
  }

  /// Tells git's index of placeholders and contents that took each other's place.
  func refreshIndex() {
    if tellAgain.at <= time.now().monotonic {
      recorder.putBackExchanged(tellAgain.paths)
      tellAgain.paths = []
    }
    guard !recorder.exchanged.isEmpty, allows(.write) else { return }
    let start = time.now().monotonic
    let paths = recorder.takeExchanged()
    let isTold = branch.refresh(paths, recorder, time: time)
    noteRacy()
    if !isTold {
      recorder.putBackExchanged(paths)
    } else if tellAgain.paths.isEmpty {
      recorder.noteExchangedTold()
    }
    let end = time.now().monotonic
    // At most 2 % of the time, as where the branch follows; where git has it, after a while.
    refreshAt = end + (isTold ? 50 * (end - start) : 1_000_000_000)
    schedule()
  }

  private func noteRacy() {
    let racy = branch.takeRacy()
    guard !racy.isEmpty else { return }
    tellAgain = (tellAgain.paths + racy, time.now().monotonic + 1_000_000_000)
  }

  /// Brings branch and index to the tip where they are due.
  ///
  /// - Parameter force: at a barrier, at stop, and when the policy said so.
  func followBranch(force: Bool) {
    defer { if force { refreshIndex() } }
    guard isRecording, !recorder.isAdopting, let tip = recorder.tip, tip != branch.followed else { return }
    let now = time.now().monotonic
    branch.noteTipMoved(at: now)
    settleGit(at: now)
    guard !foreign.hasWorked, recorder.gitView == nil else { return }
    guard force || (branch.followDue(at: now, tip: tip) ?? .max) <= now else { return }
    restorePruned()
    do throws(ObjectStoreError) {
      if try branch.follow(recorder, time: time) {
        noteRacy()
        events.publish(.followed, "git's branch and index stand at the tip", commit: tip)
      } else {
        mustInspect = true
      }
    } catch { events.publish(.problem, "branch and index could not be brought along: \(error); it is tried again") }
  }
}
