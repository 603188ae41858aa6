/// An event that changes the state of the folder; times are monotonic nanoseconds.
package enum FolderEvent: Hashable, Sendable {
  /// The folder is opened.
  case openingBegan
  /// The work of the folder begins.
  case openingEnded
  /// The comparison of the files with the recorded state begins.
  case checkBegan
  /// The comparison has ended; its result is recorded in the same turn.
  case checkEnded
  /// Recording pauses.
  case paused(FolderPause)
  /// The pause ends.
  case resumed
  /// The lock of git's index was checked.
  case lockChecked(isLocked: Bool, at: Int64)
  /// The lock appeared and disappeared between two checks.
  case lockSeen(at: Int64)
  /// Files of the work tree changed while git was at work.
  case filesChanged(at: Int64)
  /// git's changes to the files have been read.
  case gitSettled
  /// The branch must be inspected when git is at rest.
  case inspectionRequired
  /// The inspection of the branch begins.
  case inspectionBegan
  /// A task begins to write the files of an adoption.
  case placingBegan
  /// The task has ended.
  case placingEnded
  /// A checkpoint begins.
  case checkpointBegan
  /// The checkpoint has ended.
  case checkpointEnded
}

/// An effect of an event on the recorder.
enum FolderEffect: Hashable, Sendable {
  /// The recorder pauses, for this reason.
  case pauseRecorder(String)
  /// The recorder records again.
  case resumeRecorder
}
