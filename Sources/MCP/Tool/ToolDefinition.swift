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

  /// Creates a definition.
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
