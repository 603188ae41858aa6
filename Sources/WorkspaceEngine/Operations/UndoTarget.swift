internal import Documents
internal import GitObjects
internal import Recording

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
  /// The held files to restore that were deleted: no commit of the tip has them.
  var deleted: [HeldDeletion] = []
}

/// The first line of the message of an undo.
enum UndoSubject {
  /// Returns `Undo: ` with the subject of the undone commit; the undo of that is a `Redo: `, and so on.
  static func text(for subject: String) -> String {
    for (word, next) in [("Undo: ", "Redo: "), ("Redo: ", "Undo: ")] where subject.hasPrefix(word) {
      return next + subject.dropFirst(word.count)
    }
    return "Undo: " + subject
  }

  /// Returns the line for the restoration of deleted files.
  static func text(for deleted: [String]) -> String {
    "Undo: Delete " + (deleted.count == 1 ? deleted[0] : "\(deleted.count) files")
  }

  /// Returns the line for an operation.
  static func text(for operation: Operation) -> String {
    guard operation.kind == .agent, operation.commits.count > 1 else { return text(for: operation.newest.subject) }
    let name = operation.newest.author.name ?? "an agent"
    return text(for: "\(operation.commits.count) changes by \(name)")
  }
}
