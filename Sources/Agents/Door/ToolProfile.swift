/// The tools that a model is shown: each costs tokens in every conversation. Every profile serves all tools by name.
package enum ToolProfile: String, CaseIterable, Sendable {
  /// The tools of the reference filesystem server, further tools that most conversations need, and `more_tools` for the
  /// rest.
  case usual
  /// All tools.
  case full

  /// The tools that the usual profile leaves to `more_tools`.
  private static let further: Set<String> = [
    "copy_file", "list_files", "log", "blame", "list_questions", "changes_since", "download_file", "claim_path",
    "release_path", "query_documents", "publish_to_feed",
  ]

  /// Returns whether a text names a tool.
  static func names(in text: String) -> Bool {
    AgentDoor.tools.contains { text.contains(spelled($0.definition.name)) }
  }

  /// Returns the sentence about how to call the tools of a text that the profile does not show; nil for none.
  func note(on text: String) -> String? {
    guard self == .usual else { return nil }
    let named = Self.further.filter { text.contains(Self.spelled($0)) }.sorted()
    guard !named.isEmpty, !text.contains(MoreToolsTool.name) else { return nil }
    return "(\(MoreToolsTool.name) calls \(named.joined(separator: ", ")).)"
  }

  /// Returns a tool's name as texts have it: a name that is an English word follows the word "tool".
  static func spelled(_ tool: String) -> String { tool.contains("_") ? tool : "the tool \(tool)" }

  /// Returns whether the profile shows a tool.
  func shows(_ tool: String) -> Bool {
    switch self {
    case .usual: !Self.further.contains(tool)
    case .full: tool != MoreToolsTool.name
    }
  }
}
