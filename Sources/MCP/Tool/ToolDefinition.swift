/// One thing an agent can ask for, as `tools/list` shows it.
package struct ToolDefinition: Hashable, Sendable {
  /// The name it is called by.
  package var name: String
  /// The name for people.
  package var title: String
  /// What it does, for the model.
  package var description: String
  /// What it takes: JSON Schema 2020-12, an object at its root.
  package var input: JSONValue
  /// What its structured content is: JSON Schema 2020-12, an object at its root.
  package var output: JSONValue
  /// What a client may expect of a call.
  package var hints: ToolHints

  /// Makes a definition.
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

  /// The tool in a list, with what the revision knows; with its output schema if results have structured content.
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
