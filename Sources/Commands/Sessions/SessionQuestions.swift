internal import Sessions
internal import Values
internal import WorkspaceAPI

/// The questions of sessions in the list of questions.
enum SessionQuestions {
  private static let mark = "session-"

  /// Returns the session of a question's id; nil for any other question.
  static func session(_ id: String) -> String? { id.hasPrefix(mark) ? String(id.dropFirst(mark.count)) : nil }

  /// Returns the open questions. A question of the policy is in the daemon's list already.
  static func open(_ context: CommandContext) throws(VerbError) -> [QuestionReport] {
    try SessionPlace(context).all().compactMap { record in
      guard record.state == .waitingForUser, let question = record.question,
        !question.state.hasPrefix(SessionTools.approvalMark)
      else { return nil }
      let id = mark + record.plan.id
      let words = question.choices.isEmpty ? ["TEXT"] : question.choices
      let answers = words.map { word in
        QuestionAnswer(
          word: word, effect: effect(word, of: question),
          command: "stet questions answer \(id) \(ShellWord.word(word))")
      }
      return QuestionReport(
        id: id, kind: "session", seen: "Session \(record.plan.id) asks: \(question.text)",
        untouched: "The session waits.", answers: answers, scope: .here,
        since: ISOTime.text(record.times.upperBound / 1_000))
    }
  }

  /// Returns the effect of an answer.
  private static func effect(_ word: String, of question: SessionQuestion) -> String {
    switch (question.kind, word) {
    case (.budget, "stop"): "the session ends"
    case (.budget, _): "the session goes on, with as much again"
    case (.permission, "allow"): "the session may do it, and goes on"
    case (.permission, _): "the session goes on without it"
    case (.model, _): question.choices.isEmpty ? "the session goes on with your text" : "the session goes on"
    }
  }
}
