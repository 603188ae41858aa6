/// The command line of a headless agent. Pure.
///
/// Names in braces in the words of the settings become values: `{model}` the name of the model, `{id}` the id of the
/// agent's own session, and those of the connection with a workspace, such as `{mcp}`. Other braces stay.
package enum AgentWords {
  /// The words by which Claude Code resumes a session.
  static let claudeResume = ["--resume", "{id}"]
  /// The words that connect Claude Code with a workspace: its MCP server and its hooks.
  static let claudeConnect = ["--mcp-config", "{mcp}", "--settings", "{hooks}"]

  /// Returns the words of a call.
  ///
  /// The words of `connect` replace the word `{connect}` of the command, and those of `resume` the word `{resume}`;
  /// without such a word they follow at the end.
  ///
  /// - Parameters:
  ///   - session: the id of the agent's session to go on with; nil for a new one.
  ///   - connection: the values of the connection with a workspace; nil if the agent is not connected.
  package static func words(
    _ provider: Provider, model: String, session: String?, connection: [String: String]?
  ) -> [String] {
    var values = connection ?? [:]
    values["model"] = model
    if let session { values["id"] = session }
    let parts: [(String, [String])] = [
      ("{connect}", connection == nil ? [] : provider.connect), ("{resume}", session == nil ? [] : provider.resume),
    ]
    var words = provider.command
    for (mark, more) in parts {
      guard let place = words.firstIndex(of: mark) else {
        words += more
        continue
      }
      words.replaceSubrange(place...place, with: more)
    }
    return words.map { filled($0, values) }
  }

  /// Returns a word with its names replaced; a value is not read again.
  private static func filled(_ word: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = word[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"), let value = values[String(rest[rest.index(after: open)..<close])]
      else {
        result.append("{")
        rest = rest.dropFirst()
        continue
      }
      result += value
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
