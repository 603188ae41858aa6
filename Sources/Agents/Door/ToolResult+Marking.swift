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

  /// The result, and which of the entries the system does not let Stet read, so that it is not complete.
  func namingUnreadable(in entries: [LookEntry]) -> ToolResult {
    namingUnreadable(entries.filter { $0.isUnreadable == true }.map(\.path))
  }

  /// The result, and which paths the system does not let Stet read, so that it is not complete.
  func namingUnreadable(_ paths: [String]) -> ToolResult {
    guard !paths.isEmpty else { return self }
    return telling([
      "[Stet: the system does not let these be read; what is in them is missing here: \(Self.named(paths))]"
    ])
  }

  /// The result, and which paths the policy keeps the content of from agents.
  func marking(_ paths: [String]) -> ToolResult {
    var top: [String] = []
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if let folder = top.last, path.utf8.starts(with: (folder + "/").utf8) { continue }
      top.append(path)
    }
    guard !top.isEmpty else { return self }
    return telling(["[Stet: the policy keeps the content of these from agents: \(Self.named(top))]"])
  }

  private static func named(_ paths: [String]) -> String {
    let more = paths.count > mostNamed ? " and \(paths.count - mostNamed) more" : ""
    return paths.prefix(mostNamed).map(ModelText.path).joined(separator: ", ") + more
  }
}
