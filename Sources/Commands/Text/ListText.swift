package import WorkspaceAPI

/// Names in the workspace.
package enum ListText {
  /// Returns one name for each line; folders end in `/`, links in `@`. Files that the policy withholds from the agent,
  /// and files that are never published, are marked.
  package static func text(_ entries: [ListEntry], _ style: TextStyle) -> String {
    entries.map { entry in
      let name =
        switch entry.kind {
        case "folder", "repository": style.cyan(TerminalText.name(entry.path) + "/")
        case "link": TerminalText.name(entry.path) + "@"
        default: TerminalText.name(entry.path)
        }
      if let large = entry.large {
        return name + style.dim("  (\(LargeText.size(large.size)), \(LargeText.words(for: large)))")
      }
      let marks = [
        entry.isProtected == true ? "protected" : nil, entry.isLocalOnly == true ? "local only, never published" : nil,
      ]
      .compactMap(\.self)
      return marks.isEmpty ? name : name + style.dim("  (\(marks.joined(separator: ", ")))")
    }.map { $0 + "\n" }.joined()
  }
}

/// Lines that contain a text.
enum SearchText {
  /// Returns `path:line: text`, with the searched text in colour if it occurs literally.
  static func text(_ hits: [SearchHit], searched: String, _ style: TextStyle) -> String {
    hits.map { hit in
      let line = style.usesColour ? hit.text.replacing(searched, with: style.red(searched)) : hit.text
      return "\(style.cyan(TerminalText.name(hit.path))):\(hit.line): \(line)\n"
    }.joined()
  }
}
