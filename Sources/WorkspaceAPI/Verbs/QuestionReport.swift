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

  package init() {}
}

/// One possible answer to a question.
package struct QuestionAnswer: Sendable, Codable, Hashable {
  /// The answer's word: `stet questions answer ID WORD`.
  package var word: String
  /// The effect of the answer.
  package var effect: String
  /// The command that gives the answer.
  package var command: String

  package init(word: String, effect: String, command: String) {
    self.word = word
    self.effect = effect
    self.command = command
  }
}

/// The machines on which the answer to a question is valid (decision 17).
package enum QuestionScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every machine with the question: the answer is a commit, which closes the question everywhere.
  case everywhere
  /// The machine that asks; if the answer repairs the cause at the remote, the question closes by itself on other
  /// machines.
  case remote
  /// The machine that asks; the question concerns no other machine.
  case here
}

/// Answers a question.
package struct AnswerRequest: Verb {
  package typealias Answer = QuestionReport
  package static let name = "answer"

  /// The question's id.
  package var id: String
  /// The answer's word.
  package var word: String
  /// The caller; an agent is refused, unless its client asked the person.
  package var caller: Caller
  /// Whether the answer is the person's own, which an agent's client asked for; nil for no.
  package var isFromClient: Bool?

  package init(id: String, word: String, caller: Caller = .person) {
    self.id = id
    self.word = word
    self.caller = caller
  }
}
