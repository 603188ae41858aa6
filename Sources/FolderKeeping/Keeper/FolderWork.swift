/// The work on a folder: turns, observations and large files.
///
/// Belongs to the executor of `FolderKeeper`.
package struct FolderWork {
  /// Executes writes.
  let turns: Turns
  /// Takes the watcher's batches.
  package let batches: BatchDesk
  /// Scans folders.
  package let scanner: FolderScanner
  /// Records observed paths.
  let observations: Observations
  /// Captures contents during pauses.
  let capture: CaptureDesk
  /// Executes the person's answers.
  package let answers: FolderAnswers
  /// Adopts commits from the remote.
  let adoption: AdoptionDesk
  /// Inspects the person's branch.
  let inspector: BranchInspector
  /// Moves branch and index to the tip.
  package let following: BranchFollowing
  /// Waits until everything is recorded.
  let barrier: RecordingBarrier
  let checkpoints: Checkpoints
  /// Sets the due times of the chores.
  let chores: ChorePlan
  /// Exchanges large files.
  package let placing: LargePlacing
  /// Records edited pointers.
  package let pointers: EditedPointerDesk
  /// Does the work after each turn.
  let turnEnd: TurnEnd
}
