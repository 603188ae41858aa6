package import Values

/// A tool in the form of `tools/list`.
package struct ToolDefinition: Hashable, Sendable {
  /// The tool's name for calls.
  package var name: String
  /// The name for people.
  package var title: String
  /// The description for the model.
  package var description: String
  /// The arguments' JSON Schema 2020-12, an object at its root.
  package var input: JSONValue
  /// The structured content's JSON Schema 2020-12, an object at its root.
  package var output: JSONValue
  /// The hints about a call's effects.
  package var hints: ToolHints

  package init(
    name: String, title: String, description: String, input: JSONValue, output: JSONValue, hints: ToolHints
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.input = input
    self.output = output
    self.hints = hints
  }

  /// Returns the tool's entry in the list with the fields of the revision; with its output schema if results have
  /// structured content.
  func value(in version: ProtocolVersion, isStructured: Bool) -> JSONValue {
    var members = [JSONMember(name: "name", value: .string(name))]
    if version.hasStructuredContent { members.append(JSONMember(name: "title", value: .string(title))) }
    members.append(JSONMember(name: "description", value: .string(description)))
    members.append(JSONMember(name: "inputSchema", value: input))
    if version.hasStructuredContent, isStructured {
      members.append(JSONMember(name: "outputSchema", value: output))
    }
    if version.hasAnnotations { members.append(JSONMember(name: "annotations", value: hints.value)) }
    return .object(members)
  }
}

/// The hints about a call's effects, by which a client may decide whether to ask its user.
package struct ToolHints: Hashable, Sendable {
  /// Whether the tool changes nothing.
  package var isReadOnly: Bool
  /// Whether it may delete or replace existing content; nil if it changes nothing.
  package var isDestructive: Bool?
  /// Whether a repeated call has no further effect; nil if it changes nothing.
  package var isIdempotent: Bool?

  /// The hints of a tool that changes nothing.
  package static let readOnly = ToolHints(isReadOnly: true)

  private init(isReadOnly: Bool) {
    self.isReadOnly = isReadOnly
  }

  /// Returns the hints of a tool that changes something.
  package static func changes(destructive: Bool, idempotent: Bool) -> ToolHints {
    var hints = ToolHints(isReadOnly: false)
    hints.isDestructive = destructive
    hints.isIdempotent = idempotent
    return hints
  }

  /// The annotations; no tool here accesses anything beyond its folder.
  var value: JSONValue {
    var members = [JSONMember(name: "readOnlyHint", value: .bool(isReadOnly))]
    if let isDestructive { members.append(JSONMember(name: "destructiveHint", value: .bool(isDestructive))) }
    if let isIdempotent { members.append(JSONMember(name: "idempotentHint", value: .bool(isIdempotent))) }
    members.append(JSONMember(name: "openWorldHint", value: false))
    return .object(members)
  }
}
