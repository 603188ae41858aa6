internal import FileSystem
package import GitObjects
internal import LargeFiles
internal import Merge
package import Recording
package import Sync
package import WorkTree
package import WorkspaceAPI

/// Turns, and the waits for them.
extension FolderKeeper {
  /// Adopts a commit from the remote; returns when its files are written too, or wait for git to end.
  package func adopt(_ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>, plan: AdoptionPlan?)
    async throws
    -> Sync.AdoptOutcome
  { try await work.adoption.adopt(target, expecting: expected, leaving: leaving, plan: plan) }

  /// Executes many writes in a separate turn: a restore, an undo.
  package func perform(_ writes: [Write]) -> [WriteOutcome] { work.turns.perform(writes) }

  /// Executes writes in a separate turn, all or none.
  package func performTogether(_ writes: [Write]) -> BatchOutcome { work.turns.performTogether(writes) }

  /// Executes the writes that settle conflicts: all of them, or none.
  package func settle(_ writes: [Write]) -> BatchOutcome { work.turns.settle(writes) }

  /// Records that conflicts are settled by the present files.
  package func say(_ origin: WriteOrigin) throws(VerbError) -> ObjectID? { try work.turns.say(origin) }

  /// Merges the changes that the last save of a path lacked into it; nil if no such save is known.
  package func reapply(_ path: WorkspacePath) throws(RecordError) -> WriteOutcome? { try work.turns.reapply(path) }

  /// Undoes changes, newest first, in one turn with the comparison with the current files.
  package func takeBack(_ steps: [UndoPlan.Step], but kept: Set<WorkspacePath>, origin: WriteOrigin) throws(VerbError)
    -> TakenBack
  { try work.turns.takeBack(steps, but: kept, origin: origin) }

  /// Takes the due observations, turn by turn if there are many: other turns run in between.
  package func takeBatches() async { await work.batches.takeBatches() }

  /// Records all files that are saved and settled now.
  @discardableResult
  package func recordSettled(
    timeout: Int64 = 3_000_000_000, reading longest: Int64? = nil
  ) async throws(VerbError) -> (count: Int, open: [WorkspacePath]) {
    try await work.barrier.recordSettled(timeout: timeout, reading: longest)
  }

  /// Waits for a change after which a refused write may succeed, at most until a time in monotonic nanoseconds.
  package func awaitChange(past number: UInt64, until end: Int64) async throws(CancellationError) {
    try await work.barrier.wait.next(past: number, for: .write, until: end)
  }

  /// Moves branch and index to the tip now.
  package func followNow() async throws(VerbError) { try await work.barrier.followNow() }

  /// Returns when git has rested, at the latest after two seconds.
  package func awaitRest() async { await work.barrier.awaitRest() }

  /// Executes the person's answer to a question about the folder itself.
  package func answer(_ id: String, word: String) throws(VerbError) { try work.answers.answer(id, word: word) }
}
