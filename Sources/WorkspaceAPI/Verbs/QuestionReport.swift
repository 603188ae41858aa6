/// Something that a person must decide.
package struct QuestionReport: Sendable, Codable, Hashable {
  /// Its id, stable while it is open.
  package var id: String
  /// What is asked, such as `conflict`, `stale-save` or `remote-rewritten`; decision 17 lists them.
  package var kind: String
  /// What was seen.
  package var seen: String
  /// What is untouched meanwhile.
  package var untouched: String
  /// The two answers, each a command with what it does.
  package var answers: [QuestionAnswer]
  /// On which machines an answer counts.
  package var scope: QuestionScope
  /// The path that a conflict is at.
  package var path: String?
  /// The word that was answered and is being carried out.
  package var answered: String?
  /// Since when, ISO 8601.
  package var since: String

  /// Makes a report.
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
