/// One possible answer to a question.
package struct QuestionAnswer: Sendable, Codable, Hashable {
  /// The answer's word: `stet questions answer ID WORD`.
  package var word: String
  /// The effect of the answer.
  package var effect: String
  /// The command that gives the answer.
  package var command: String

  /// Creates an answer.
  package init(word: String, effect: String, command: String) {
    self.word = word
    self.effect = effect
    self.command = command
  }
}
