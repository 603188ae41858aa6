/// Answers a question.
package struct AnswerRequest: Verb {
  package typealias Answer = QuestionReport
  package static let name = "answer"

  /// The question's id.
  package var id: String
  /// The answer's word.
  package var word: String
  /// Who answers; an agent is refused, but for what its client asked the person.
  package var caller: Caller
  /// Whether an agent's client asked the person, and this is the answer that it brings; nil for no.
  package var isFromClient: Bool?

  /// Makes a request.
  package init(id: String, word: String, caller: Caller = .person) {
    self.id = id
    self.word = word
    self.caller = caller
  }
}
