internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import History
internal import Merge
internal import Sync

extension FolderKeeper {
  /// Handles a change in `.git`, by Stet or by the person's own git.
  func repositoryChanged(_ parts: Set<RepositoryPart>, at now: Int64) {
    observeGit()
    if !isRecording { noteHead() }
    if parts.contains(.indexLock), !branch.wroteIndex { foreign.noteLockEvent(at: now) }
    if parts.contains(.collection) { restorePruned() }
    if parts.contains(.configuration) {
      recorder.disk.rules.reload()
      configurationWatch.noteChange(at: now)
    }
    inspectBranch()
    schedule()
  }

  /// Reads the branch once git is at rest, and takes the commits that the person made there.
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
        // A question from an earlier run: git's change was undone while the daemon was not running.
        if pause == nil { questions.withdraw(Self.branchQuestion) }
        if foreign.hasWorked || pause?.cause.isGits == true { try lookAsGit(at: branch.followed) }
        if returns() { scanAll(believesDeletions: false) }
      case .away(let reason): pauseForGit(reason)
      case .committed(let commit) where recorder.isAdopting:
        lateCommit = commit
        try lookAsGit(at: commit)
        // The files of the running adoption come first; then the timer inspects the branch again.
        if returns() { scans.addAll() }
        mustInspect = true
        schedule()
      case .committed(let commit):
        try lookAsGit(at: commit)
        takeCommits(commit)
      case .movedBack(let commit):
        if try takesReplacement(commit) { takeCommits(commit, replacesTip: true) } else { askAboutBranch(commit) }
      case .gone: askAboutBranch(nil)
      }
      retryTime.noteSuccess()
    } catch {
      events.publish(.problem, "the branch could not be read: \(error); it is looked at again")
      mustInspect = true
      retry()
    }
  }

  /// Returns why the repository cannot be recorded with its present configuration; nil if it can.
  private func refusedConfiguration() -> String? {
    configurationWatch.refusal {
      let findings = (try? RepositoryFacts(root: repository.root)).map(RepositoryCheck.findings) ?? []
      return findings.first { $0.verdict == .refused }?.description
    }
  }

  private func pauseForGit(_ reason: String) {
    guard pause?.reason != reason else { return }
    beginPause(.branch, reason)
  }

  private func beginPause(_ cause: FolderPause.Cause, _ reason: String) {
    pause = FolderPause(cause: cause, reason: reason)
    noteHead()
    // Files that were not recorded before the pause are captured now.
    scans.addAll()
    keepAtOnce(at: time.now().monotonic)
    schedule()
  }

  private func endPause() {
    noteHead()
    pausedHead = PausedHead()
    captures.removeAll()
    pause = nil
  }

  /// Ends a pause that git caused; returns whether there was one.
  ///
  /// The caller then compares git's changes to the files with the tip once, as a whole, after it has taken git's
  /// commits: their text has its own authors.
  private func returns() -> Bool {
    guard pause?.cause.isGits == true else { return false }
    endPause()
    questions.withdraw(Self.branchQuestion)
    tellMood(at: time.now().monotonic)
    return true
  }

  /// Brings the person's commits into the tip, with the tip as first parent; writes only files that both sides changed.
  ///
  /// - Parameter replacesTip: whether the commits replace all of the tip's further commits: a merge would restore the
  ///   text that the person amended.
  private func takeCommits(_ commit: ObjectID, replacesTip: Bool = false) {
    if returns() { scans.addAll() }
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
        listeners.gitTook(published(), before)
      case .tipMoved:
        lateCommit = commit
        mustInspect = true
      case .waits(let missing):
        lateCommit = commit
        for path in missing { watcher?.noteMissing(path) }
        mustInspect = true
        retryTime.postpone(until: time.now().monotonic + 200_000_000)
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

  /// Returns the new tip for the person's commit: the commit itself if nothing else must be kept.
  private func peerTarget(_ commit: ObjectID, replacesTip: Bool) throws -> ObjectID {
    guard let tip = recorder.tip else { return commit }
    let (graph, store) = (recorder.graph, recorder.objects)
    // The commit may have introduced a `.gitignore`.
    recorder.disk.rules.reload()
    // Since the commit was first seen, files with content from git were brought to the tip: now they prove nothing.
    let isLate = try lateCommit.map { try graph.isAncestor($0, of: commit) } ?? false
    let others = try isLate ? [] : othersTrees(in: commit)
    let own = try OwnChanges.tree(
      of: commit, beside: tip, replaces: replacesTip, graph: graph, in: store,
      stands: { isLate ? false : stands($0, others: others) })
    guard try replacesTip || graph.isAncestor(tip, of: commit) else {
      return try PeerMerge.make(tip, commit, order: .asGiven, secondTree: own, graph: graph, in: store).commit
    }
    guard try own != graph.commit(commit).tree else { return commit }
    // The replaced commit must be in no one's history: it may have a secret that the person amended away.
    guard let past = try replacesTip ? graph.mergeBases(tip, commit).first : tip else { return commit }
    return try recorder.joined(commit, tree: own, to: past)
  }

  /// Returns the trees of others' published commits that the person's commit includes and the tip does not: a branch
  /// can be moved there without its files (`git reset origin/main`).
  private func othersTrees(in commit: ObjectID) throws -> [ObjectID] {
    let graph = recorder.graph
    return try published().filter { seen in
      try graph.isAncestor(seen, of: commit) && recorder.tip.map { try !graph.isAncestor(seen, of: $0) } ?? true
    }.map { try graph.commit($0).tree }
  }

  /// Returns whether the folder has the tip's version although the person's commit has another one, so that the
  /// commit's version was not intended.
  private func stands(_ change: TreeChange, others: [ObjectID]) -> Bool {
    guard let path = try? WorkspacePath(change.path), !isTakenOut(change, at: path), recorder.disk.stands(path) else {
      return false
    }
    // `git update-index --chmod=+x` changes only the index.
    if let new = change.new, let entry = try? recorder.entry(at: path), entry.id == new.id { return false }
    return !others.contains { tree in
      (try? Tree.entry(at: change.path, of: tree, in: recorder.objects)) == .some(change.new)
    }
  }

  /// Returns whether the change is a `git rm --cached` of a path that is ignored from now on.
  private func isTakenOut(_ change: TreeChange, at path: WorkspacePath) -> Bool {
    change.new == nil && recorder.disk.rules.isIgnored(path, false)
  }

  /// Returns the paths that only the person's commits changed and whose files do not have the tip's version any more:
  /// these files already have git's or the person's content.
  private func untouched(by commit: ObjectID, target: ObjectID) throws -> Set<NameKey> {
    let store = recorder.objects
    let theirs = try store.commit(commit).tree
    let merged = try store.commit(target).tree
    return Set(
      try TreeDiff.changes(from: recorder.tipTree, to: merged, in: store).filter { change in
        guard try Tree.entry(at: change.path, of: theirs, in: store) == change.new else { return false }
        guard let path = try? WorkspacePath(change.path), !isTakenOut(change, at: path) else { return true }
        return !recorder.disk.stands(path)
      }.map { NameKey($0.path) })
  }

  /// Returns whether a branch that was moved back only dropped the person's own unpublished commits (`--amend`), or
  /// gave a commit that was recorded for the person another message: then the branch's commit is taken (review B6).
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

  /// Returns whether a commit is the tip with another message (`--amend -m`), and the tip is the person's own: same
  /// parents, same tree. A message that settles or leaves a conflict has that data, which must be equal.
  private func rewords(_ commit: ObjectID, tip: ObjectID) throws(ObjectStoreError) -> Bool {
    let (old, new) = (try recorder.objects.commit(tip), try recorder.objects.commit(commit))
    guard old.parents == new.parents, old.tree == new.tree else { return false }
    let (before, after) = (try recorder.graph.message(of: tip), try recorder.graph.message(of: commit))
    return before.author == .user && before.conflicts == after.conflicts && before.resolves == after.resolves
  }

  /// Returns the remote's branch as git and as Stet last saw it.
  func published() -> [ObjectID] {
    ["refs/remotes/origin/", "refs/stet/seen/origin/"].compactMap { place in
      (try? recorder.objects.reference(place + branch.name)) ?? nil
    }
  }

  /// Returns the tip, and the remote's branch as last seen if the tip includes it: a fetched commit that was not taken
  /// yet is not recorded here.
  func taken() -> [ObjectID] {
    guard let tip = recorder.tip else { return [] }
    return [tip] + published().filter { (try? recorder.graph.isAncestor($0, of: tip)) ?? false }
  }

  /// Keeps the tip under a reference for later restoration, unless one exists.
  private func rescueTip() {
    if let tip = recorder.tip { rescue(tip) }
  }

  /// Keeps a commit that git dropped under a reference, unless one exists.
  func rescue(_ commit: ObjectID) {
    try? recorder.objects.setReference("refs/stet/rescue/\(commit.hex.prefix(12))", to: commit, expecting: nil)
  }

  static let branchQuestion = "branch-moved-back"

  private func askAboutBranch(_ commit: ObjectID?) {
    // Recorded now: by the time of the answer the agent's command has ended.
    if let commit { noteGitMade(from: recorder.tip, to: commit) }
    rescueTip()
    beginPause(.question, "the branch '\(branch.name)' was moved back with git; answer the question first")
    questions.raise(.branchMovedBack(branch.name, to: commit))
  }

  /// Executes the answer to the question about the branch.
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
        listeners.gitTook(published(), before)
      }
      branch.noteTaken(standing, isMovedBack: true, at: now)
      scanAll(believesDeletions: true)
    } else {
      if let standing {
        try recorder.bringBack(from: standing)
        try lookAsGit(at: standing)
        try recorder.join(standing)
        noteGitMade(from: before, to: standing)
        listeners.gitTook(published(), before)
      }
      branch.noteTaken(standing, isMovedBack: true, at: now)
      // Saves during the question, with content that git never had, are the person's as usual.
      scanAll(believesDeletions: false)
    }
    followBranch(force: true)
    turnEnded(from: before)
    return true
  }

  /// Updates git's index after exchanges of placeholders and contents.
  func refreshIndex() {
    recorder.exchanges.putBack(indexRefresh.takeRacy(at: time.now().monotonic))
    guard !recorder.exchanges.paths.isEmpty, allows(.write) else { return }
    let start = time.now().monotonic
    let paths = recorder.exchanges.take()
    let isTold = branch.refresh(paths, recorder, time: time)
    noteRacy()
    if !isTold {
      recorder.exchanges.putBack(paths)
    } else if !indexRefresh.hasRacy {
      recorder.exchanges.noteIndexUpdated()
    }
    indexRefresh.noteEnd(from: start, to: time.now().monotonic, isDone: isTold)
    schedule()
  }

  private func noteRacy() { indexRefresh.addRacy(branch.takeRacy(), at: time.now().monotonic) }

  /// Moves branch and index to the tip if they are due.
  ///
  /// - Parameter force: whether they follow regardless of the due time: at a barrier, at the stop, and when due by the
  ///   timer.
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
        events.publish(.followed, "git's branch and index are at the tip", commit: tip)
      } else {
        mustInspect = true
      }
    } catch { events.publish(.problem, "branch and index could not be brought along: \(error); it is tried again") }
  }
}
