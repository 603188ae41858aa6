internal import MCP
internal import Values

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

  /// A whole number.
  static let count: JSONValue = ["type": "integer"]
  /// Yes or no; no where it is left out.
  static let flag: JSONValue = ["type": "boolean"]
  /// A list of texts.
  static let texts: JSONValue = list(of: text)

  /// A list.
  static func list(of item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

  /// Names the conversation. Every tool with a memory of calls has it: its meaning stands in the server's instructions.
  static let session = text
  /// The version that a write is based on.
  static let token = text("Version token from reading the file; absent: it must not exist yet.")
  /// The same, where `write_file` explains it.
  static let anyToken = text

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
