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

/// A prompt with the values of its arguments: one message of the person for each text, then one for each resource.
package struct PromptContent: Hashable, Sendable {
  /// A resource in a message.
  package struct Resource: Hashable, Sendable {
    /// The address.
    package var uri: String
    /// The media type.
    package var type: String
    /// The content.
    package var text: String

    /// Creates a resource.
    package init(uri: String, type: String, text: String) {
      self.uri = uri
      self.type = type
      self.text = text
    }
  }

  /// The purpose.
  package var description: String
  /// The texts in order.
  package var texts: [String]
  /// The resources in order.
  package var resources: [Resource]

  /// Creates a content.
  package init(description: String, texts: [String], resources: [Resource] = []) {
    self.description = description
    self.texts = texts
    self.resources = resources
  }

  /// The members of a result.
  var members: [JSONMember] {
    let texts: [JSONValue] = texts.map { ["type": "text", "text": .string($0)] }
    let resources: [JSONValue] = resources.map { resource in
      [
        "type": "resource",
        "resource": [
          "uri": .string(resource.uri), "mimeType": .string(resource.type), "text": .string(resource.text),
        ],
      ]
    }
    let messages: [JSONValue] = (texts + resources).map { ["role": "user", "content": $0] }
    return [
      JSONMember(name: "description", value: .string(description)),
      JSONMember(name: "messages", value: .array(messages)),
    ]
  }
}
