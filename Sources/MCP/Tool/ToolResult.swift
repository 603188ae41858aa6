package import Values

/// The result of a tool.
package struct ToolResult: Hashable, Sendable {
  /// The content for the model.
  package var content: [ContentBlock]
  /// The content for programs by the tool's output schema; sent if the server sends structured content.
  package var structured: JSONValue?
  /// Whether the call failed; the content then contains the reason and the remedy.
  package var isError: Bool
  /// A question to the person to ask first, if the client can; otherwise this is the result.
  package var question: ToolQuestion?

  package init(content: [ContentBlock], structured: JSONValue? = nil, isError: Bool = false) {
    self.content = content
    self.structured = structured
    self.isError = isError
  }

  /// Returns the result's members in a revision, with the structured content if the server sends it.
  func members(in version: ProtocolVersion, isStructured: Bool) -> [JSONMember] {
    var members = [JSONMember(name: "content", value: .array(content.map { $0.value(in: version) }))]
    if version.hasStructuredContent, isStructured, let structured {
      members.append(JSONMember(name: "structuredContent", value: structured))
    }
    if isError { members.append(JSONMember(name: "isError", value: true)) }
    return members
  }
}

/// A part of a tool's result in the form for the model.
package enum ContentBlock: Hashable, Sendable {
  case text(String)
  /// A picture, in base64.
  case image(data: String, type: String)
  /// A sound, in base64.
  case audio(data: String, type: String)
  /// Any other file, in base64.
  case blob(data: String, type: String, address: String)

  /// Returns the block in the form of a revision; in revisions without audio, a sound is a file.
  package func value(in version: ProtocolVersion) -> JSONValue {
    switch self {
    case .text(let text): ["type": "text", "text": .string(text)]
    case .image(let data, let type): ["type": "image", "data": .string(data), "mimeType": .string(type)]
    case .audio(let data, let type):
      version.hasAnnotations
        ? ["type": "audio", "data": .string(data), "mimeType": .string(type)]
        : Self.resource(data, type, "data:,")
    case .blob(let data, let type, let address): Self.resource(data, type, address)
    }
  }

  private static func resource(_ data: String, _ type: String, _ address: String) -> JSONValue {
    [
      "type": "resource",
      "resource": ["uri": .string(address), "mimeType": .string(type), "blob": .string(data)],
    ]
  }
}

/// The progress of a call in the form for its client.
package struct ToolProgress: Hashable, Sendable {
  /// The progress, a number that only increases.
  package var done: Int
  /// The final value; nil if it is not known.
  package var total: Int?
  /// The work done so far as a message for a person; revisions before 2025-03-26 have no field for it.
  package var message: String?

  package init(done: Int, total: Int? = nil, message: String? = nil) {
    self.done = done
    self.total = total
    self.message = message
  }
}
