internal import WorkspaceAPI
internal import FileSystem
internal import GitObjects
internal import History
internal import Sync

extension FolderKeeper {
  /// Records everything pending, with waits for writers and for git.
  ///
  /// - Parameters:
  ///   - deadline: the end of the wait for writers and git, in monotonic nanoseconds.
  ///   - limit: the end of the wait while files are being read or an adoption places files; nil for the deadline.
  /// - Returns: the paths that a program still has open, or whose copy is not done yet.
  /// - Throws: `VerbError` if recording is paused or read-only; `.busy` if git, an adoption or the reading of files was
  ///   at work until the end; `.failed` if a part of the folder cannot be read.
  func recordRest(until deadline: Int64, reading limit: Int64? = nil) async throws(VerbError) -> [WorkspacePath] {
    let limit = max(deadline, limit ?? deadline)
    restorePruned()
    while true {
      let now = time.now().monotonic
      observeGit()
      mend()
      // The event of a switch back may not have arrived yet.
      if mustInspect || pause?.cause.isGits == true { inspectBranch() }
      let isFree = gate.allows(.inspect, at: now) == .now
      if isFree { watcher?.flush() }
      takeBatch(defersAppends: false)
      while lookOn(), time.now().monotonic < limit { await Task.yield() }
      // If git has just ended and the branch has not been inspected, the pause may end in a moment.
      if !mustInspect || now >= deadline { try recorder.state.require() }
      if isFree, isRecording { scanWhatWaits(at: now) }
      let isAdopting = recorder.isAdopting
      let isRead = looks.isEmpty && !mustInspect && scans.isEmpty && isFree && !isAdopting
      if isRead, unsettled.isEmpty && !recorder.swapper.isCopying || now >= deadline { return unrecorded }
      let isAtWork = isFree && (isAdopting || !looks.isEmpty)
      guard now < (isAtWork ? limit : deadline) else {
        guard isFree else { throw VerbError.gitAtWork }
        throw isAdopting ? VerbError.filesArriving : looks.isEmpty ? VerbError.unreadFolder : VerbError.unreadSaves
      }
      do { try await Task.sleep(nanoseconds: 20_000_000) } catch { return unrecorded }
    }
  }

  /// The paths that a program has open, and the large files that are still being copied.
  private var unrecorded: [WorkspacePath] { Set(unsettled.keys).union(recorder.swapper.uncopied).sorted() }

  /// Moves branch and index to the tip now.
  ///
  /// - Throws: `VerbError`, `.busy` if git holds the lock for longer than two seconds.
  func followNow() async throws(VerbError) {
    defer { refreshIndex() }
    var deadline = time.now().monotonic + 2_000_000_000
    while isRecording, recorder.tip != branch.followed {
      observeGit()
      if mustInspect { inspectBranch() }
      followBranch(force: true)
      guard recorder.tip != branch.followed else { return }
      let now = time.now().monotonic
      // The time of an adoption does not count as a delay by git.
      if recorder.isAdopting, !waitsForGit(.write) { deadline = now + 2_000_000_000 }
      guard time.now().monotonic < deadline else {
        throw VerbError(
          .busy,
          "git holds \(branch.lockInTheWay ?? "the index"), so branch and index are not at the tip yet.",
          kept: "Everything is recorded.",
          next: "End the git command; if none runs, remove that file. They follow by themselves.")
      }
      do { try await Task.sleep(nanoseconds: 20_000_000) } catch { return }
    }
  }

  /// Executes the person's answer to a question about the folder itself.
  ///
  /// - Throws: `VerbError` if the answer cannot be executed.
  func answer(_ id: String, word: String) throws(VerbError) {
    do {
      switch id {
      case Self.branchQuestion: _ = try answerBranch(word)
      case "folder-emptied": try answerDeletions(word)
      case QuestionSubject.lostHistoryID: forgetLostHistory()
      default: if try !knowSetAside(id) { try answerSave(id, word: word) }
      }
    } catch let error as VerbError {
      throw error
    } catch let error as RecordError {
      throw VerbError(error)
    } catch let error as ObjectStoreError {
      throw VerbError(error)
    } catch { throw VerbError(.failed, "\(error)") }
  }

  private func answerDeletions(_ word: String) throws {
    let paths = stoppedDeletions.sorted()
    stoppedDeletions = []
    questions.withdraw("folder-emptied")
    let before = recorder.tip
    if word == "record" {
      agreedDeletions.note(paths)
      recorder.allowDeletions()
      let outcome = try recorder.record(paths.map { Observation(path: $0, believesDeletion: true) })
      note(outcome, at: time.now().monotonic)
    } else {
      try recorder.restore(paths)
    }
    turnEnded(from: before)
  }

  /// Returns whether the person had the deletions recorded about which the exchange asks before the publication.
  func hasAgreed(to question: SyncQuestion) -> Bool {
    guard question.kind == .folderEmptied, let tip = question.tip, let remote = question.remote else { return false }
    let trees = try? (old: recorder.graph.commit(remote).tree, new: recorder.graph.commit(tip).tree)
    return trees.flatMap { try? agreedDeletions.explain(from: $0.old, to: $0.new, in: recorder.objects) } ?? false
  }

  /// Returns the folder's part of the status.
  func report() -> QueueReport {
    var state = "recording"
    var reason: String?
    switch recorder.state {
    case .recording: break
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
    return QueueReport(
      state: state, reason: reason, tip: recorder.tip, branchFollows: recorder.tip == branch.followed, held: held,
      problems: recorder.disk.problems.map { ProblemReport(path: String($0.key.text), message: $0.value) }.sorted {
        $0.path < $1.path
      },
      watching: watching, waiting: scans.count + (recorder.isAdopting ? 1 : 0))
  }
}
