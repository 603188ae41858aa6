/// The first line of the message of an undo.
enum UndoSubject {
  /// Returns `Undo: ` with the subject of the undone commit; the undo of that is a `Redo: `, and so on.
  static func text(for subject: String) -> String {
    for (word, next) in [("Undo: ", "Redo: "), ("Redo: ", "Undo: ")] where subject.hasPrefix(word) {
      return next + subject.dropFirst(word.count)
    }
    return "Undo: " + subject
  }

  /// Returns the line for an operation.
  static func text(for operation: Operation) -> String {
    guard operation.kind == .agent, operation.commits.count > 1 else { return text(for: operation.newest.subject) }
    let name = operation.newest.author.name ?? "an agent"
    return text(for: "\(operation.commits.count) changes by \(name)")
  }
}
