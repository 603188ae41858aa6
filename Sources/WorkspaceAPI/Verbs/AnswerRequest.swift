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

  /// Creates a request.
  package init(id: String, word: String, caller: Caller = .person) {
    self.id = id
    self.word = word
    self.caller = caller
  }
}
