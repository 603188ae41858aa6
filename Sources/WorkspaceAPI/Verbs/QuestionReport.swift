/// A question that a person must decide.
package struct QuestionReport: Sendable, Codable, Hashable {
  /// The id, stable while the question is open.
  package var id: String
  /// The kind, such as `conflict`, `stale-save` or `remote-rewritten`; decision 17 lists them.
  package var kind: String
  /// The observation that led to the question.
  package var seen: String
  /// The data that stays unchanged until the answer.
  package var untouched: String
  /// The two answers, each a command with its effect.
  package var answers: [QuestionAnswer]
  /// The machines on which an answer is valid.
  package var scope: QuestionScope
  /// The path of a conflict.
  package var path: String?
  /// The word of an answer that is being carried out.
  package var answered: String?
  /// The time since which the question is open, ISO 8601.
  package var since: String

  /// Creates a report.
  package init(
    id: String, kind: String, seen: String, untouched: String, answers: [QuestionAnswer], scope: QuestionScope,
    path: String? = nil, answered: String? = nil, since: String
  ) {
    self.id = id
    self.kind = kind
    self.seen = seen
    self.untouched = untouched
    self.answers = answers
    self.scope = scope
    self.path = path
    self.answered = answered
    self.since = since
  }
}

/// Requests the open questions.
package struct QuestionsRequest: AnonymousVerb {
  package typealias Answer = [QuestionReport]
  package static let name = "questions"

  /// Creates a request.
  package init() {}
}
