/// A person's answer to a tool's question.
package struct ToolAnswer: Hashable, Sendable {
  /// The chosen word; nil if the person chose none.
  package var choice: String?
  /// Whether the person declined, as opposed to not answering.
  package var isDeclined: Bool
  /// The state that the tool saved with its question.
  package var state: String

  /// Creates an answer.
  package init(choice: String?, isDeclined: Bool = false, state: String) {
    self.choice = choice
    self.isDeclined = isDeclined
    self.state = state
  }

  /// Parses an `ElicitResult`; only an accepted choice counts as one.
  init(_ value: JSONValue?, state: String) {
    choice = value?["action"]?.text == "accept" ? value?["content"]?["choice"]?.text : nil
    isDeclined = value?["action"]?.text == "decline"
    self.state = state
  }
}
