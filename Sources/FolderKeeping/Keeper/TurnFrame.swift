internal import GitObjects
internal import Threads

/// The work that a part calls for around its own: before a turn, after it, and beside it.
///
/// Belongs to the executor of `FolderKeeper`. The functions are set once, when all parts exist: the parts that do this
/// work know the parts that call for it.
package final class TurnFrame {
  /// The changes that end a wait: of files, of the work of the person's git, and of an adoption.
  let changes: ChangeSignal
  /// Checks whether the person's git is at work, and inspects its changes.
  var observeGit: () -> Void = {}
  /// Tries to record again after a full disk or a failing device stopped recording.
  var resume: () -> Void = {}
  /// Does the work after a turn.
  var end: (_ before: ObjectID?, _ isAdoption: Bool) -> Void = { _, _ in }
  /// Sets the one timer to the next due time.
  var schedule: () -> Void = {}
  /// Executes the writes that wait for an adoption.
  var release: () -> Void = {}
  /// Starts work beside the turns.
  var start: (SideWork) -> Void = { _ in }

  /// Creates the frame with the signal for the callers that wait.
  init(changes: ChangeSignal) { self.changes = changes }

  /// Does the work after a turn.
  ///
  /// - Parameters:
  ///   - before: the tip before the turn.
  ///   - isAdoption: whether the tip moved to the remote's commits, with local commits replayed on them.
  func turnEnded(from before: ObjectID?, isAdoption: Bool = false) { end(before, isAdoption) }
}
