internal import WorkspaceAPI
internal import GitObjects
internal import History

extension FolderKeeper {
  /// The length of a slice of the search through history, in nanoseconds.
  private static let seedTime: Int64 = 5_000_000

  /// Reads beside the turns the versions that files had before the start, so that the first save does not wait for
  /// that.
  func seedVersions() async {
    while isRecording {
      let end = time.now().monotonic + Self.seedTime
      guard recorder.saves.seedVersions(while: { time.now().monotonic < end }) else { return }
      await Task.yield()
    }
  }

  /// Reports the handling of saves that were made without others' changes, and asks about those that are kept as they
  /// are (DESIGN "Stale saves").
  func tellSaves() {
    for notice in recorder.saves.takeNotices() {
      events.publish(.staleSave, notice.message, paths: [notice.path.string], kind: notice.kind.rawValue)
    }
    for path in recorder.saves.takeUnseenChanges() {
      if let save = recorder.saves.unseen.all[path] {
        questions.raise(.staleSave(path.string, save.kind, others: save.others))
      } else {
        questions.withdraw(QuestionSubject.staleSave(at: path.string))
      }
    }
  }

  /// Merges the changes that the last save of a path lacked into it; nil if no such save is known.
  func reapply(_ path: WorkspacePath) throws(RecordError) -> WriteOutcome? {
    let before = recorder.tip
    observeGit()
    guard !waitsForGit(.write) else { return .refused(.beingSaved) }
    let outcome = try recorder.reapply(path)
    turnEnded(from: before)
    return outcome
  }

  /// Executes the person's answer about a stale save.
  ///
  /// - Throws: `VerbError` if the merge is refused; the question stays open.
  func answerSave(_ id: String, word: String) throws(VerbError) {
    guard let path = recorder.saves.unseen.all.keys.first(where: { QuestionSubject.staleSave(at: $0.string) == id })
    else {
      return
    }
    guard word == "merge" else {
      recorder.saves.accept(path)
      tellSaves()
      return
    }
    let outcome: WriteOutcome?
    do throws(RecordError) { outcome = try reapply(path) } catch { throw VerbError(error) }
    guard case .refused(let refusal)? = outcome else { return }
    if let save = recorder.saves.unseen.all[path] {
      // The chosen merge was not done, so the question is raised again.
      questions.withdraw(id)
      questions.raise(.staleSave(path.string, save.kind, others: save.others))
    }
    throw VerbError(refusal, path: path.string)
  }
}
