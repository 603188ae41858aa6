internal import WorkspaceEngine

/// Names in the workspace.
enum ListText {
  /// One name a line; folders end in `/`, links in `@`.
  static func text(_ entries: [ListEntry], _ style: TextStyle) -> String {
    entries.map { entry in
      switch entry.kind {
      case "folder", "repository": style.cyan(entry.path + "/")
      case "link": entry.path + "@"
      default: entry.path
      }
    }.map { $0 + "\n" }.joined()
  }
}
