/// One way to answer a question.
package struct QuestionAnswer: Sendable, Codable, Hashable {
  /// The word for it: `stet questions answer ID WORD`.
  package var word: String
  /// What happens then.
  package var effect: String
  /// The command that gives it.
  package var command: String

  /// Makes an answer.
  package init(word: String, effect: String, command: String) {
    self.word = word
    self.effect = effect
    self.command = command
  }
}
