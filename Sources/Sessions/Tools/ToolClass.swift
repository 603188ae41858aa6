/// The need of a tool for a network. Pure.
package enum ToolClass: String, Hashable, Sendable, CaseIterable {
  /// Works without a network; needs one; works without one and is published later.
  case offline, online, hybrid

  /// The names of the tools that need a network, those of other programs included.
  private static let onlineTools: Set<String> = ["web_search", "web_fetch", "call_api", "publish_to_cloud"]
  /// The names of the tools whose effect is published later.
  private static let hybridTools: Set<String> = ["publish_to_feed"]

  /// The result of a tool that needs a network and has none; it is no error.
  package static let unavailable = """
    I can't access the internet right now. Here's what I can do offline:
    - Read your library and existing research
    - Answer questions from cached data
    - Write notes and drafts for later

    Would you like me to try something that works offline?
    """

  /// Returns the class of a tool; tools of the workspace work without a network.
  package init(of tool: String) {
    self = Self.onlineTools.contains(tool) ? .online : Self.hybridTools.contains(tool) ? .hybrid : .offline
  }
}
