internal import MCP

/// The name under which an agent's changes are recorded.
enum AgentName {
  private static let longest = 60

  /// Returns the client's name for itself, preferably its name for people, as one short line.
  static func name(of client: ClientInfo?) -> String {
    let named = client?.title ?? client?.name ?? ""
    let words = named.unicodeScalars.split { scalar in
      scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F || scalar == "<" || scalar == ">"
    }
    let line = words.map { String($0) }.joined(separator: " ")
    return line.isEmpty ? "Agent" : String(line.prefix(longest))
  }
}
