internal import WorkspaceEngine

/// Names in the workspace.
enum ListText {
  /// One name a line; folders end in `/`, links in `@`; what an agent that asks may not read is marked.
  static func text(_ entries: [ListEntry], _ style: TextStyle) -> String {
    entries.map { entry in
      let name =
        switch entry.kind {
        case "folder", "repository": style.cyan(entry.path + "/")
        case "link": entry.path + "@"
        default: entry.path
        }
      if let large = entry.large {
        return name + style.dim("  (\(LargeText.size(large.size)), \(LargeText.words(for: large)))")
      }
      return entry.isProtected == true ? name + style.dim("  (protected)") : name
    }.map { $0 + "\n" }.joined()
  }
}
