/// Answers a question.
package struct AnswerRequest: Sendable, Codable {
  /// The question's id.
  package var id: String
  /// The answer's word.
  package var word: String
  /// Who answers; an agent is refused.
  package var caller: Caller

  /// Makes a request.
  package init(id: String, word: String, caller: Caller = .person) {
    self.id = id
    self.word = word
    self.caller = caller
  }
}
