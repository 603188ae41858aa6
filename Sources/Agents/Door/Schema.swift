internal import MCP
internal import Values

/// The parts of tools' schemas (JSON Schema 2020-12).
enum Schema {
  /// Returns an object with these properties.
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

  static let text: JSONValue = ["type": "string"]

  /// A text with a description.
  static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  /// An integer.
  static let count: JSONValue = ["type": "integer"]
  /// A Boolean; false if it is missing.
  static let flag: JSONValue = ["type": "boolean"]
  static let texts: JSONValue = list(of: text)

  /// Returns a list.
  static func list(of item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

  /// The name of the conversation. Every tool that remembers calls has it; the server's instructions describe it.
  static let session = text
  /// The base version of a write.
  static let token = text("Version token from reading the file; absent: it must not exist yet.")
  /// The same, without the description that `write_file` has.
  static let anyToken = text

  /// Structured content that repeats the text.
  static let content = object([("content", text)], required: ["content"])
  /// Returns structured content that repeats the text, with a list under a name; `cursor` if there are more elements.
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

  /// The same for a file that was read, with its first and its last author.
  static let read = object(
    [
      ("content", text), ("token", text("The file's version token.")), ("provenance", ProvenanceNote.schema),
    ], required: ["content"])
}
