/// The work on a folder: turns, observations and large files.
///
/// Belongs to the executor of `FolderKeeper`.
struct FolderWork {
  /// Executes writes.
  let turns: Turns
  /// Takes the watcher's batches.
  let batches: BatchDesk
  /// Scans folders.
  let scanner: FolderScanner
  /// Records observed paths.
  let observations: Observations
  /// Captures contents during pauses.
  let capture: CaptureDesk
  /// Executes the person's answers.
  let answers: FolderAnswers
  /// Adopts commits from the remote.
  let adoption: AdoptionDesk
  /// Inspects the person's branch.
  let inspector: BranchInspector
  /// Moves branch and index to the tip.
  let following: BranchFollowing
  /// Waits until everything is recorded.
  let barrier: RecordingBarrier
  let checkpoints: Checkpoints
  /// Sets the due times of the chores.
  let chores: ChorePlan
  /// Exchanges large files.
  let placing: LargePlacing
  /// Records edited pointers.
  let pointers: EditedPointerDesk
  /// Does the work after each turn.
  let turnEnd: TurnEnd
}
