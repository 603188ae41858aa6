internal import Recording
internal import Values
internal import WorkspaceAPI

/// The question about a save that lacks changes of others (decision 40).
extension QuestionSubject {
  /// Returns the id of the question about a path.
  static func staleSave(at path: String) -> String { "stale-save-" + digest(path) }

  /// Returns the texts of the question.
  static func words(
    _ path: String, _ kind: SaveNotice.Kind, _ others: [String]
  ) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    let names = others.isEmpty ? "others" : others.joined(separator: ", ")
    let seen =
      kind == .replaced
      ? "a save of \(path) replaced what \(names) had written"
      : "a save of \(path) lacks what \(names) had written; it may have been made from an older text"
    return (
      seen, "the save stays as it is; what \(names) wrote is in the history",
      [
        QuestionAnswer(
          word: "merge", effect: "what \(names) wrote is merged into the file",
          command: "stet reapply \(ShellWord.path(path))"),
        QuestionAnswer(
          word: "accept", effect: "the file is right as it is",
          command: "stet questions answer \(staleSave(at: path)) accept"),
      ]
    )
  }
}
