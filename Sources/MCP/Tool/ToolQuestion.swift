internal import Values

/// A question to a person that a tool asks through the client before it continues (elicitation).
package struct ToolQuestion: Hashable, Sendable {
  /// The question.
  package var message: String
  /// The possible answers.
  package var choices: [String]
  /// The meaning of the answers in one text.
  package var meaning: String
  /// The state that the tool needs again with the answer; it stays on the server and is never sent to the client.
  package var state: String

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

/// A person's answer to a tool's question.
package struct ToolAnswer: Hashable, Sendable {
  /// The chosen word; nil if the person chose none.
  package var choice: String?
  /// Whether the person declined, as opposed to not answering.
  package var isDeclined: Bool
  /// The state that the tool saved with its question.
  package var state: String

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
