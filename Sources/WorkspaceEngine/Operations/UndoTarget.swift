internal import GitObjects
internal import WorkspaceAPI
internal import Documents
internal import History

/// The changes that an undo reverts.
struct UndoTarget: Sendable {
  /// The states before and after, newest first.
  var steps: [UndoPlan.Step]
  /// The ranges for the trailer of the commit.
  var undoes: [ChangeRange]
  /// The first line of the commit's message.
  var subject: String
  /// The author of the changes; nil for changes from the remote.
  var author: AuthorRecord?
  /// Whether the undo opens or resolves conflicts.
  var touchesConflicts = false
  /// The operation that undid the changes before.
  var undoneBy: String?
}
