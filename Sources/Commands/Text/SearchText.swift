internal import WorkspaceAPI

/// Lines that hold a text.
enum SearchText {
  /// `path:line: text`, what was searched for in colour where it stands as written.
  static func text(_ hits: [SearchHit], searched: String, _ style: TextStyle) -> String {
    hits.map { hit in
      let line = style.usesColour ? hit.text.replacing(searched, with: style.red(searched)) : hit.text
      return "\(style.cyan(TerminalText.name(hit.path))):\(hit.line): \(line)\n"
    }.joined()
  }
}
