/// What a tool answers.
package struct ToolResult: Hashable, Sendable {
  /// What the model is shown.
  package var content: [ContentBlock]
  /// The same for programs, as the tool's output schema says; sent by a server that sends structured content.
  package var structured: JSONValue?
  /// Whether it was not done; then the content says why and what to do.
  package var isError: Bool
  /// What to ask the person first, where the client can; else this is the result.
  package var question: ToolQuestion?

  /// Makes a result.
  package init(content: [ContentBlock], structured: JSONValue? = nil, isError: Bool = false) {
    self.content = content
    self.structured = structured
    self.isError = isError
  }

  /// The result's members in a revision, with the structured content if that is sent.
  func members(in version: ProtocolVersion, isStructured: Bool) -> [JSONMember] {
    var members = [JSONMember(name: "content", value: .array(content.map { $0.value(in: version) }))]
    if version.hasStructuredContent, isStructured, let structured {
      members.append(JSONMember(name: "structuredContent", value: structured))
    }
    if isError { members.append(JSONMember(name: "isError", value: true)) }
    return members
  }
}
