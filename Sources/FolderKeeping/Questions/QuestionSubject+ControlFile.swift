internal import Permissions
internal import Values
internal import WorkspaceAPI

/// The question about a control file that changed while an agent's command ran.
extension QuestionSubject {
  /// The kind of the question.
  static let changedControlFile = "control-file-changed"

  /// Returns the id of the question about a path.
  static func controlFile(at path: String) -> String { "control-file-" + digest(path) }

  /// Returns whether an id is that of a question about a control file.
  package static func isAboutControlFile(_ id: String) -> Bool { id.hasPrefix("control-file-") }

  /// Returns the texts of the question.
  static func words(_ change: ControlChange) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    let program = ControlFiles.program(obeying: change.path) ?? "git"
    let path = ShellWord.path(change.path)
    let what = change.version == nil ? "was deleted" : "was written"
    return (
      "\(change.path) \(what) while a command of an agent ran (session \(change.session)); \(program) obeys it",
      "it is as it was left; 'stet diff \(path) --from \(change.before.hex.prefix(10))' shows what changed",
      [
        QuestionAnswer(
          word: "accept", effect: "it stays as it is",
          command: "stet questions answer \(controlFile(at: change.path)) accept"),
        QuestionAnswer(
          word: "restore", effect: "the earlier content comes back, as a change of yours",
          command: "stet questions answer \(controlFile(at: change.path)) restore"),
      ]
    )
  }
}
