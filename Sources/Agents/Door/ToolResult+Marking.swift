internal import MCP
internal import WorkspaceAPI

extension ToolResult {
  /// The greatest number of names.
  private static let mostNamed = 20

  /// Returns the result with the names of the entries whose content the policy withholds from agents. Entries in such a
  /// folder are not named besides.
  func marking(_ entries: [LookEntry]) -> ToolResult {
    marking(entries.filter { $0.isProtected == true }.map(\.path))
  }

  /// Returns the result with the names of the entries that the system does not let Stet read, so that it is incomplete.
  func namingUnreadable(in entries: [LookEntry]) -> ToolResult {
    namingUnreadable(entries.filter { $0.isUnreadable == true }.map(\.path))
  }

  /// Returns the result with the paths that the system does not let Stet read, so that it is incomplete.
  func namingUnreadable(_ paths: [String]) -> ToolResult {
    guard !paths.isEmpty else { return self }
    return telling([
      "[Stet: the system does not let these be read; what is in them is missing here: \(Self.named(paths))]"
    ])
  }

  /// Returns the result with the paths whose content the policy withholds from agents.
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
