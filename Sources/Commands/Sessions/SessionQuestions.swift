internal import Agents
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// The questions of sessions in the list of questions.
enum SessionQuestions {
  private static let mark = "session-"

  /// Returns the session of a question's id, and the time of the question if the id has it; nil for any other question.
  static func session(_ id: String) -> (id: String, time: Int64?)? {
    guard id.hasPrefix(mark) else { return nil }
    let name = id.dropFirst(mark.count)
    guard let end = name.lastIndex(of: "@"), let time = Int64(name[name.index(after: end)...], radix: 36) else {
      return (String(name), nil)
    }
    return (String(name[..<end]), time)
  }

  /// Refuses an answer to another question of a session than the open one.
  ///
  /// - Parameter time: the time of the question that the person saw; nil if it is not known.
  /// - Throws: `VerbError` (question).
  static func require(_ time: Int64?, in record: SessionRecord) throws(VerbError) {
    guard let time, let question = record.question, record.times.upperBound != time else { return }
    throw VerbError(
      .question, "Session \(record.plan.id) asks something else now: \(question.text)", kept: "Nothing was answered.",
      next: "'stet questions' shows the commands that answer it.")
  }

  /// Returns the open questions, those of other machines' sessions too. A question of this machine's policy is in the
  /// daemon's list already, and an answer that is on its way is no question any more.
  static func open(_ context: CommandContext) async throws(VerbError) -> [QuestionReport] {
    let place = try SessionPlace(context)
    let travel = try await SessionTravel.open(place, context)
    travel?.warn(context.console)
    return try place.all(travel).compactMap { session, elsewhere in
      guard session.state == .waitingForUser, let question = session.question, elsewhere?.answer == nil,
        elsewhere != nil || !question.state.hasPrefix(AgentDoor.approvalMark)
      else { return nil }
      let machine = elsewhere.map { " on \($0.machine)" } ?? ""
      let id = mark + session.plan.id
      // The time of the last line distinguishes the questions of one session.
      let asked = id + "@" + String(session.times.upperBound, radix: 36)
      let words = question.choices.isEmpty ? ["TEXT"] : question.choices
      let answers = words.map { word in
        QuestionAnswer(
          word: word, effect: effect(word, of: question),
          command: "stet questions answer \(asked) \(ShellWord.word(word))")
      }
      return QuestionReport(
        id: id, kind: "session", seen: "Session \(session.plan.id)\(machine) asks: \(question.text)",
        untouched: "The session waits.", answers: answers, scope: .here,
        since: ISOTime.text(session.times.upperBound / 1_000))
    }
  }

  /// Returns the effect of an answer.
  private static func effect(_ word: String, of question: SessionQuestion) -> String {
    switch (question.kind, word) {
    case (.budget, "stop"): "the session ends"
    case (.budget, _): "the session continues, with as much again"
    case (.permission, "allow"): "the session may do it, and continues"
    case (.permission, _): "the session continues without it"
    case (.model, _): question.choices.isEmpty ? "the session continues with your text" : "the session continues"
    }
  }
}
