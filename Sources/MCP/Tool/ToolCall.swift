/// A call of a tool, with the known facts about the client.
package struct ToolCall: Hashable, Sendable {
  /// The tool's name; the tool exists.
  package var tool: String
  /// The arguments.
  package var arguments: ToolArguments
  /// The client in its own words.
  package var client: ClientInfo?
  /// The revision of the answer.
  package var version: ProtocolVersion
  /// Whether the client requests progress reports.
  package var wantsProgress: Bool
  /// Whether the client can ask its person.
  package var canAsk = false
  /// The person's answer, if the call was made before and asked.
  package var answer: ToolAnswer?

  /// Creates a call.
  package init(
    tool: String, arguments: ToolArguments, client: ClientInfo?, version: ProtocolVersion, wantsProgress: Bool
  ) {
    self.tool = tool
    self.arguments = arguments
    self.client = client
    self.version = version
    self.wantsProgress = wantsProgress
  }
}
