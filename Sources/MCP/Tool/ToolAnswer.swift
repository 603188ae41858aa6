/// What a person answered to a tool's question.
package struct ToolAnswer: Hashable, Sendable {
  /// The word; nil where the person gave none.
  package var choice: String?
  /// Whether the person said no, which is another thing than to say nothing.
  package var isDeclined: Bool
  /// What the tool noted with its question.
  package var state: String

  /// Makes an answer.
  package init(choice: String?, isDeclined: Bool = false, state: String) {
    self.choice = choice
    self.isDeclined = isDeclined
    self.state = state
  }

  /// Reads an `ElicitResult`; anything but a choice that was accepted is none.
  init(_ value: JSONValue?, state: String) {
    choice = value?["action"]?.text == "accept" ? value?["content"]?["choice"]?.text : nil
    isDeclined = value?["action"]?.text == "decline"
    self.state = state
  }
}
