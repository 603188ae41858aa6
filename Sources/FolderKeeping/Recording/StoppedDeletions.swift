internal import Documents
internal import GitObjects
internal import Merge
internal import Recording
internal import Sync

/// Keeps the deletions that the person must confirm.
///
/// Belongs to the executor of `FolderKeeper`.
package final class StoppedDeletions {
  /// The id of the question about deletions.
  package static let question = "folder-emptied"

  private let recorder: Recorder
  private let questions: QuestionList
  private let agreedDeletions: AgreedDeletions
  /// The deletions that the person must confirm.
  private(set) var stoppedDeletions: Set<WorkspacePath> = []

  /// Creates the part from the parts that it uses.
  init(recorder: Recorder, questions: QuestionList, agreedDeletions: AgreedDeletions) {
    self.recorder = recorder
    self.questions = questions
    self.agreedDeletions = agreedDeletions
  }

  /// Withdraws the question about deletions when the files were restored by other means: an undone `mv`, a mount; or
  /// when a commit of git or of another machine deleted them.
  func lookForReturned() {
    guard !stoppedDeletions.isEmpty else { return }
    stoppedDeletions = stoppedDeletions.filter { recorder.tree.isMissing($0) && isRecorded($0) }
    if stoppedDeletions.isEmpty { questions.withdraw(Self.question) } else { raiseSafetyStop([]) }
  }

  /// Returns whether the tip has a path; true if it cannot be read.
  private func isRecorded(_ path: WorkspacePath) -> Bool {
    do throws(ObjectStoreError) { return try recorder.entry(at: path) != nil } catch { return true }
  }

  /// Adds deletions, and asks about all of them.
  func raiseSafetyStop(_ paths: [WorkspacePath]) {
    stoppedDeletions.formUnion(paths)
    questions.raise(.filesGone(stoppedDeletions.count, of: recorder.tips.fileTotal))
  }

  /// Returns whether the person had the deletions recorded about which the exchange asks before the publication.
  func hasAgreed(to question: SyncQuestion) -> Bool {
    guard question.kind == .folderEmptied, let tip = question.tip, let remote = question.remote else { return false }
    // The agreement was used when its change was published: the files may exist again since.
    if let change = agreedDeletions.change, !isMade(change, upTo: tip, after: remote) { return false }
    let trees = try? (old: recorder.graph.commit(remote).tree, new: recorder.graph.commit(tip).tree)
    return trees.flatMap { try? agreedDeletions.explain(from: $0.old, to: $0.new, in: recorder.objects) } ?? false
  }

  /// Returns whether a change is among the commits of the tip that the remote lacks; a replayed commit keeps its id.
  private func isMade(_ change: String, upTo tip: ObjectID, after remote: ObjectID) -> Bool {
    let commits = (try? recorder.graph.commits(from: tip, excluding: [remote])) ?? []
    return commits.contains { (try? recorder.graph.message(of: $0).change) == change }
  }

  /// Removes the deletions and withdraws the question, after the person's decision was carried out.
  func settle() {
    stoppedDeletions = []
    questions.withdraw(Self.question)
  }

  /// Records that the person had deletions recorded, in a commit if there was something to record.
  func noteAgreed(_ paths: [WorkspacePath], in commit: ObjectID?) {
    agreedDeletions.note(paths, in: commit.flatMap { try? recorder.graph.message(of: $0).change })
  }
}
