/// Which tools a model is shown: each costs tokens in every conversation. All are served by name in each profile.
package enum ToolProfile: String, CaseIterable, Sendable {
  /// The tools of the reference filesystem server, those that most conversations need, and `more_tools` for the rest.
  case usual
  /// All tools.
  case full

  /// The tools that the usual profile leaves to `more_tools`.
  private static let further: Set<String> = [
    "copy_file", "list_files", "log", "blame", "list_questions", "changes_since", "download_file", "claim_path",
    "release_path",
  ]

  /// Whether the profile shows a tool.
  func shows(_ tool: String) -> Bool {
    switch self {
    case .usual: !Self.further.contains(tool)
    case .full: tool != MoreToolsTool.name
    }
  }
}
