internal import MCP

/// The parts that tools' schemas are made of (JSON Schema 2020-12).
enum Schema {
  /// An object with these properties.
  static func object(_ properties: [(String, JSONValue)], required: [String] = []) -> JSONValue {
    var members = [
      JSONMember(name: "type", value: "object"),
      JSONMember(name: "properties", value: .object(properties.map { JSONMember(name: $0.0, value: $0.1) })),
    ]
    if !required.isEmpty {
      members.append(JSONMember(name: "required", value: .array(required.map { .string($0) })))
    }
    return .object(members)
  }

  /// A text.
  static let text: JSONValue = ["type": "string"]

  /// A text, explained.
  static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  /// A whole number of at least one, explained.
  static func count(_ description: String) -> JSONValue {
    ["type": "integer", "minimum": 1, "description": .string(description)]
  }

  /// A list of patterns, empty where it is left out.
  static let patterns: JSONValue = ["type": "array", "items": ["type": "string"], "default": []]

  /// Names the conversation.
  static let session = text(
    "A name for your conversation, the same in all its calls: what you read is remembered under it.")
  /// Names the model.
  static let model = text("Your model, for the record.")
  /// How long to wait for what must come first.
  static let wait: JSONValue = [
    "type": "integer", "minimum": 0, "maximum": .number(String(CallPatience.most)), "default": 30,
    "description": .string(
      "How many seconds to wait for the content of a large file that is not on this machine yet. With 0 its download is "
        + "started and you are told to ask again."),
  ]
  /// The version that a write is based on.
  static let token = text(
    "The version token that reading this file gave you, or \"absent\" for a file that must not exist yet.")

  /// Structured content that repeats the text.
  static let content = object([("content", text)], required: ["content"])
  /// Structured content that repeats the text, with a list under a name; `cursor` where there are more.
  static func list(_ name: String, _ item: [(String, JSONValue)], needed: [String]) -> JSONValue {
    object(
      [
        ("content", text), (name, ["type": "array", "items": object(item, required: needed)]),
        ("cursor", text("Pass this to get the next.")),
      ], required: ["content", name])
  }

  /// Structured content that repeats the text, with the file's version.
  static let versioned = object(
    [("content", text), ("token", text("The file's version token."))], required: ["content"])

  /// The same of a file that was read, with who made it and changed it last.
  static let read = object(
    [
      ("content", text), ("token", text("The file's version token.")), ("provenance", ProvenanceNote.schema),
    ], required: ["content"])
}
