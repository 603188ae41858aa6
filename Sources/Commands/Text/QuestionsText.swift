internal import WorkspaceAPI

/// The questions that a person must decide.
enum QuestionsText {
  /// Returns each question with its answers as commands.
  static func text(_ questions: [QuestionReport], _ style: TextStyle) -> String {
    guard !questions.isEmpty else { return "No questions.\n" }
    return questions.map { question in
      var text = "\(style.yellow(question.id))  \(style.bold(question.kind))"
      text += "  \(style.dim(TimeText.relative(question.since, now: style.now)))\n"
      text += "  \(question.seen)\n  \(question.untouched)\n"
      if let word = question.answered {
        return text + "  '\(word)' was answered and is being carried out\n"
      }
      for answer in question.answers { text += "    \(answer.command)\n      \(answer.effect)\n" }
      return text
    }.joined(separator: "\n")
  }

  /// Returns the result of an answer.
  static func answered(_ question: QuestionReport, _ style: TextStyle) -> String {
    "Answered \(style.yellow(question.id)) (\(question.kind)).\n"
  }
}
