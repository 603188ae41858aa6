/// What a person answered to a tool's question.
package struct ToolAnswer: Hashable, Sendable {
  /// The word; nil where the person gave none.
  package var choice: String?
  /// What the tool noted with its question.
  package var state: String

  /// Makes an answer.
  package init(choice: String?, state: String) {
    self.choice = choice
    self.state = state
  }

  /// Reads an `ElicitResult`; anything but a choice that was accepted is none.
  init(_ value: JSONValue?, state: String) {
    choice = value?["action"]?.text == "accept" ? value?["content"]?["choice"]?.text : nil
    self.state = state
  }
}
