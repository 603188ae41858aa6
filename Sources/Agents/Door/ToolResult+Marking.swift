internal import MCP
internal import WorkspaceAPI

extension ToolResult {
  /// How many names are given.
  private static let mostNamed = 20

  /// The result, and which of the entries the policy keeps the content of from agents. What stands in a folder of which
  /// that is true is not named besides.
  func marking(_ entries: [LookEntry]) -> ToolResult {
    marking(entries.filter { $0.isProtected == true }.map(\.path))
  }

  /// The result, and which paths the policy keeps the content of from agents.
  func marking(_ paths: [String]) -> ToolResult {
    var top: [String] = []
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if let folder = top.last, path.utf8.starts(with: (folder + "/").utf8) { continue }
      top.append(path)
    }
    guard !top.isEmpty else { return self }
    let names = top.prefix(Self.mostNamed).map(ModelText.path).joined(separator: ", ")
    let more = top.count > Self.mostNamed ? " and \(top.count - Self.mostNamed) more" : ""
    return telling(["[Stet: the policy keeps the content of these from agents: \(names)\(more)]"])
  }
}
