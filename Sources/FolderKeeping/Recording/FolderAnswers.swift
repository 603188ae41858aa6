internal import FileSystem
internal import Git
internal import Recording
package import Sync
internal import WorkTree
internal import WorkspaceAPI

/// Executes the person's answers to questions about the folder itself.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FolderAnswers {
  let recorder: Recorder
  let repository: Repository
  let time: any TimeSource
  let questions: QuestionList
  let folder: FolderState
  let inspector: BranchInspector
  let branchAnswer: BranchAnswer
  let observations: Observations
  let stopped: StoppedDeletions
  let repairs: RepairDesk
  let reports: FolderReports
  let turns: Turns
  let frame: TurnFrame

  /// Executes the person's answer to a question about the folder itself.
  ///
  /// - Throws: `VerbError` if the answer cannot be executed.
  func answer(_ id: String, word: String) throws(VerbError) {
    do {
      switch id {
      case CaptureDesk.branchQuestion:
        try requireState(of: id)
        _ = try branchAnswer.answerBranch(word)
      case StoppedDeletions.question:
        try requireState(of: id)
        try answerDeletions(word)
      case QuestionSubject.lostHistoryID: repairs.forgetLostHistory()
      default: if try !knowSetAside(id) { try answerSave(id, word: word) }
      }
    } catch { throw VerbError(any: error) }
  }

  /// Checks that the folder is still in the state in which a question about its files was asked: git may have gone to
  /// another branch since, and the files are that branch's now.
  ///
  /// - Throws: `VerbError`: `.busy` if git is elsewhere or at work, `.notFound` if the question does not arise any more.
  private func requireState(of id: String) throws(VerbError) {
    turns.observeGit()
    turns.resume()
    inspector.inspectBranch()
    guard questions.open.contains(where: { $0.id == id }) else { throw QuestionList.unknown(id) }
    let isSame =
      id == CaptureDesk.branchQuestion
      ? folder.pause?.cause == .question && !folder.mustInspect : folder.allows(.record)
    guard !isSame else { return }
    let reason =
      folder.waitsForGit(.inspect)
      ? "git is at work in the folder (.git/index.lock)"
      : folder.refusal(of: .record) ?? "git's branch cannot be read"
    throw VerbError(
      .busy, "The answer cannot be carried out now: \(reason)",
      kept: "The question stays open, and files on disk are as they are.",
      next: "Answer again when that has ended; 'stet status' shows the state.")
  }

  private func answerDeletions(_ word: String) throws {
    let paths = stopped.stoppedDeletions.sorted()
    let before = recorder.tip
    defer { frame.turnEnded(from: before) }
    var outcome: ObservationOutcome?
    do {
      if word == "record" {
        recorder.allowDeletions()
        defer { recorder.disallowDeletions() }
        let done = try recorder.record(paths.map { Observation(path: $0, believesDeletion: true) })
        stopped.noteAgreed(paths.filter { !done.stopped.contains($0) }, in: done.commits.last)
        outcome = done
      } else {
        try recorder.restore(paths)
      }
    } catch {
      // A part may have been restored or recorded.
      folder.scans.addAll()
      frame.schedule()
      throw error
    }
    stopped.settle()
    observations.note(outcome, at: time.now().monotonic)
  }

  /// Records that the person knows of a folder that was set aside.
  ///
  /// - Returns: false if the question is not about such a folder.
  ///
  /// - Throws: `VerbError` if the folder cannot be renamed; the question stays open.
  private func knowSetAside(_ id: String) throws(VerbError) -> Bool {
    let tree = recorder.tree
    guard let name = tree.foldersSetAside.first(where: { QuestionSubject.setAside($0) == id }) else { return false }
    defer { reports.askAboutSetAside() }
    do throws(FileError) { try tree.knowSetAside(name) } catch { throw VerbError(error) }
    return true
  }

  /// Executes the person's answer about a stale save.
  ///
  /// - Throws: `VerbError` if the merge is refused; the question stays open.
  private func answerSave(_ id: String, word: String) throws(VerbError) {
    guard let path = recorder.saves.unseen.all.keys.first(where: { QuestionSubject.staleSave(at: $0.string) == id })
    else {
      return
    }
    guard word == "merge" else {
      recorder.saves.accept(path)
      reports.publishSaves()
      return
    }
    let outcome: WriteOutcome?
    do throws(RecordError) { outcome = try turns.reapply(path) } catch { throw VerbError(error) }
    if case .refused(let refusal)? = outcome { throw VerbError(refusal, path: path.string) }
  }

  /// Returns whether the person had the deletions recorded about which the exchange asks before the publication.
  package func hasAgreed(to question: SyncQuestion) -> Bool { stopped.hasAgreed(to: question) }
}
