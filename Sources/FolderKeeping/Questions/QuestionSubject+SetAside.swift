internal import Values
internal import WorkspaceAPI

/// The question about a folder that was set aside (decision 57).
extension QuestionSubject {
  private static let setAsidePrefix = "set-aside-"

  /// Returns the id of the question about a folder in `.git/stet/set-aside/new`.
  static func setAside(_ name: String) -> String { setAsidePrefix + digest(name) }

  /// Returns the texts of the question.
  static func words(setAside name: String) -> (seen: String, untouched: String, answers: [QuestionAnswer]) {
    let place = ShellWord.word(".git/stet/set-aside/new/" + name)
    let known = ShellWord.word(".git/stet/set-aside/" + name)
    return (
      "another machine made a file at the path of a folder that has only ignored files",
      "the folder is as it was, at \(place); move it to where you want it",
      [
        QuestionAnswer(
          word: "known", effect: "keep it at \(known); do not ask again",
          command: "stet questions answer \(setAside(name)) known")
      ]
    )
  }
}
