/// What a tool must ask a person before it goes on, through the client (elicitation).
package struct ToolQuestion: Hashable, Sendable {
  /// What is asked.
  package var message: String
  /// The words that may be answered.
  package var choices: [String]
  /// What each of them means, in one text.
  package var meaning: String
  /// What the tool needs again with the answer; it stays here, and is never shown to the client.
  package var state: String

  /// Makes a question.
  package init(message: String, choices: [String], meaning: String, state: String) {
    self.message = message
    self.choices = choices
    self.meaning = meaning
    self.state = state
  }

  /// The parameters of `elicitation/create`.
  var params: JSONValue {
    let choice: JSONValue = [
      "type": "string", "enum": .array(choices.map { .string($0) }), "description": .string(meaning),
    ]
    return [
      "message": .string(message),
      "requestedSchema": ["type": "object", "properties": ["choice": choice], "required": ["choice"]],
    ]
  }
}
