internal import MCP
internal import Values

/// Finds arguments that a tool does not know: they would have no effect.
enum ArgumentNames {
  /// The arguments that the server reads from every call.
  private static let everywhere = ["session", "model", "wait", "budget"]

  /// Refuses unknown names in arguments, also in those of their lists.
  ///
  /// - Parameter schema: the tool's input schema.
  /// - Throws: `ToolFailure` with the unknown name, the nearest known one and all of them.
  static func check(_ arguments: ToolArguments, against schema: JSONValue) throws(ToolFailure) {
    try check(.object(arguments.members), schema, place: "", besides: everywhere)
  }

  private static func check(
    _ value: JSONValue, _ schema: JSONValue, place: String, besides: [String]
  ) throws(ToolFailure) {
    if let items = schema["items"] {
      for element in value.elements ?? [] { try check(element, items, place: place, besides: []) }
    }
    guard let known = schema["properties"]?.members, let members = value.members else { return }
    let names = known.map(\.name)
    for member in members {
      if let property = known.first(where: { $0.isNamed(member.name) }) {
        try check(member.value, property.value, place: " in \"\(member.name)\"", besides: [])
      } else if !besides.contains(where: { member.isNamed($0) }) {
        throw unknown(member.name, among: names, place)
      }
    }
  }

  private static func unknown(_ name: String, among names: [String], _ place: String) -> ToolFailure {
    var hint =
      (meant(by: name, among: names) ?? NameDistance.nearest(to: name, among: names)).map { " Do you mean \"\($0)\"?" }
      ?? ""
    if hint.isEmpty, meant(by: name, among: ["oldText", "newText"]) != nil, names.contains("edits") {
      hint = " Do you mean \"edits\": [{\"oldText\": \"…\", \"newText\": \"…\"}]?"
    }
    let all = names.isEmpty ? "It takes none." : "Known are \(names.map { "\"\($0)\"" }.joined(separator: ", "))."
    return ToolFailure(
      "Invalid arguments: there is no \(ModelText.quotedShort(name))\(place).\(hint) \(all) Nothing was done.")
  }

  /// The names of other editing tools, folded, for those of the reference server.
  private static let others = [
    "oldstring": "oldText", "oldstr": "oldText", "oldtext": "oldText", "search": "oldText", "newstring": "newText",
    "newstr": "newText", "newtext": "newText", "replace": "newText", "filepath": "path", "filename": "path",
    "in": "path", "filetext": "content", "contents": "content",
  ]

  private static func meant(by name: String, among names: [String]) -> String? {
    others[String(NameDistance.fold(name))].flatMap { names.contains($0) ? $0 : nil }
  }
}
