/// The result of a tool.
package struct ToolResult: Hashable, Sendable {
  /// The content for the model.
  package var content: [ContentBlock]
  /// The content for programs by the tool's output schema; sent if the server sends structured content.
  package var structured: JSONValue?
  /// Whether the call failed; the content then contains the reason and the remedy.
  package var isError: Bool
  /// A question to the person to ask first, if the client can; otherwise this is the result.
  package var question: ToolQuestion?

  /// Creates a result.
  package init(content: [ContentBlock], structured: JSONValue? = nil, isError: Bool = false) {
    self.content = content
    self.structured = structured
    self.isError = isError
  }

  /// Returns the result's members in a revision, with the structured content if the server sends it.
  func members(in version: ProtocolVersion, isStructured: Bool) -> [JSONMember] {
    var members = [JSONMember(name: "content", value: .array(content.map { $0.value(in: version) }))]
    if version.hasStructuredContent, isStructured, let structured {
      members.append(JSONMember(name: "structuredContent", value: structured))
    }
    if isError { members.append(JSONMember(name: "isError", value: true)) }
    return members
  }
}
