internal import Values

/// A prompt in the form of `prompts/list`.
package struct PromptEntry: Hashable, Sendable {
  /// The prompt's name.
  package var name: String
  /// The name for people.
  package var title: String
  /// The purpose.
  package var description: String
  /// The names of the arguments; none is required.
  package var arguments: [String]

  package init(name: String, title: String, description: String, arguments: [String]) {
    self.name = name
    self.title = title
    self.description = description
    self.arguments = arguments
  }

  /// Returns the entry in a frame of a revision.
  func value(in version: ProtocolVersion) -> JSONValue {
    var members: [JSONMember] = [JSONMember(name: "name", value: .string(name))]
    if version.hasStructuredContent { members.append(JSONMember(name: "title", value: .string(title))) }
    members.append(JSONMember(name: "description", value: .string(description)))
    if !arguments.isEmpty {
      let list: [JSONValue] = arguments.map { ["name": .string($0), "required": false] }
      members.append(JSONMember(name: "arguments", value: .array(list)))
    }
    return .object(members)
  }
}

/// A prompt with the values of its arguments: one message of the person for each text.
package struct PromptContent: Hashable, Sendable {
  /// The purpose.
  package var description: String
  /// The texts in order.
  package var texts: [String]

  package init(description: String, texts: [String]) {
    self.description = description
    self.texts = texts
  }

  /// The members of a result.
  var members: [JSONMember] {
    let messages: [JSONValue] = texts.map { text in
      ["role": "user", "content": ["type": "text", "text": .string(text)]]
    }
    return [
      JSONMember(name: "description", value: .string(description)),
      JSONMember(name: "messages", value: .array(messages)),
    ]
  }
}
