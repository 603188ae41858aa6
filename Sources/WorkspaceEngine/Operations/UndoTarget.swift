internal import GitObjects
internal import WorkspaceAPI
internal import Documents
internal import History

/// What is to be taken back.
struct UndoTarget: Sendable {
  /// The states before and after, newest first.
  var steps: [UndoPlan.Step]
  /// What the commit says that it takes back.
  var undoes: [ChangeRange]
  /// The first line of its message.
  var subject: String
  /// Who made it; nil for what came from the remote.
  var author: AuthorRecord?
  /// Whether taking it back opens or settles conflicts.
  var touchesConflicts = false
  /// The operation that took it back before.
  var undoneBy: String?
}
