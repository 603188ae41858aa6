/// A call of a tool, with what is known of who calls.
package struct ToolCall: Hashable, Sendable {
  /// The tool's name; there is such a tool.
  package var tool: String
  /// What it was given.
  package var arguments: ToolArguments
  /// The client, as it says of itself.
  package var client: ClientInfo?
  /// The revision it is answered in.
  package var version: ProtocolVersion
  /// Whether the client wants to hear how far the call is.
  package var wantsProgress: Bool
  /// Whether the client can ask its person.
  package var canAsk = false
  /// What the person answered, where the call was made before and asked.
  package var answer: ToolAnswer?

  /// Makes a call.
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
