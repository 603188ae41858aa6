internal import GitObjects
internal import MCP
internal import Values

/// A version token for an agent: in words for the model, under `token` for programs.
enum VersionNote {
  /// Returns the line for the model.
  static func text(_ token: String) -> String {
    token == "absent"
      ? "[Stet: there is no file now; pass token \"absent\" to make the file.]"
      : "[Stet: version token \(token); pass it as token when you write this file.]"
  }

  /// Returns the structured content of a result.
  static func structured(_ content: String, token: String?) -> JSONValue {
    var members = [JSONMember(name: "content", value: .string(content))]
    if let token { members.append(JSONMember(name: "token", value: .string(token))) }
    return .object(members)
  }
}

extension ToolResult {
  /// Returns a result in one text.
  static func text(_ text: String) -> ToolResult {
    ToolResult(content: [.text(text)], structured: VersionNote.structured(text, token: nil))
  }

  /// Returns a result in one text, about a version of a file.
  static func text(_ text: String, token: ObjectID?, notes: [String] = []) -> ToolResult {
    let token = token?.hex ?? "absent"
    var result = ToolResult(
      content: [.text(text)], structured: VersionNote.structured(text, token: token)
    ).telling(notes)
    result.content.append(.text(VersionNote.text(token)))
    return result
  }

  /// Returns the result with notes for the agent: for the model, and under `notes` for a client that shows its model
  /// only the structured content.
  func telling(_ notes: [String]) -> ToolResult {
    guard !notes.isEmpty else { return self }
    var result = self
    result.content += notes.map { .text($0) }
    guard case .object(let members)? = structured else { return result }
    let known = structured?["notes"]?.elements ?? []
    result.structured = .object(
      members.filter { !$0.isNamed("notes") }
        + [JSONMember(name: "notes", value: .array(known + notes.map { .string($0) }))])
    return result
  }
}
