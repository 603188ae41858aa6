internal import FileSystem
internal import Git
internal import Recording
internal import Sync
internal import WorkTree
internal import WorkspaceAPI

/// Executes the person's answers to questions about the folder itself.
///
/// Belongs to the executor of `FolderKeeper`.
struct FolderAnswers {
  let recorder: Recorder
  let repository: Repository
  let time: any TimeSource
  let questions: QuestionList
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
      case CaptureDesk.branchQuestion: _ = try branchAnswer.answerBranch(word)
      case "folder-emptied": try answerDeletions(word)
      case QuestionSubject.lostHistoryID: repairs.forgetLostHistory()
      default: if try !knowSetAside(id) { try answerSave(id, word: word) }
      }
    } catch { throw VerbError(any: error) }
  }

  private func answerDeletions(_ word: String) throws {
    let paths = stopped.take()
    questions.withdraw("folder-emptied")
    let before = recorder.tip
    if word == "record" {
      stopped.noteAgreed(paths)
      recorder.allowDeletions()
      let outcome = try recorder.record(paths.map { Observation(path: $0, believesDeletion: true) })
      observations.note(outcome, at: time.now().monotonic)
    } else {
      try recorder.restore(paths)
    }
    frame.turnEnded(from: before)
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
  func hasAgreed(to question: SyncQuestion) -> Bool { stopped.hasAgreed(to: question) }
}
