internal import GitObjects
internal import MCP

/// How a version token is handed to an agent: in words for the model, under `token` for programs.
enum VersionNote {
  /// The line that the model is shown.
  static func text(_ token: String) -> String {
    token == "absent"
      ? "[Stet: nothing stands there now; pass token \"absent\" to make the file.]"
      : "[Stet: version token \(token); pass it as token when you write this file.]"
  }

  /// The structured content of a result.
  static func structured(_ content: String, token: String?) -> JSONValue {
    var members = [JSONMember(name: "content", value: .string(content))]
    if let token { members.append(JSONMember(name: "token", value: .string(token))) }
    return .object(members)
  }
}

extension ToolResult {
  /// A result in one text.
  static func text(_ text: String) -> ToolResult {
    ToolResult(content: [.text(text)], structured: VersionNote.structured(text, token: nil))
  }

  /// A result in one text, with the same as a list under a name; `next` is where the next page begins.
  static func list(_ text: String, _ name: String, _ items: [JSONValue], next: String?) -> ToolResult {
    var members = [
      JSONMember(name: "content", value: .string(text)), JSONMember(name: name, value: .array(items)),
    ]
    if let next { members.append(JSONMember(name: "cursor", value: .string(next))) }
    return ToolResult(content: [.text(text)], structured: .object(members))
  }

  /// A result in one text, about a file in a version.
  static func text(_ text: String, token: ObjectID?, notes: [String] = []) -> ToolResult {
    let token = token?.hex ?? "absent"
    return ToolResult(
      content: [.text(text)] + notes.map { .text($0) } + [.text(VersionNote.text(token))],
      structured: VersionNote.structured(text, token: token))
  }
}
