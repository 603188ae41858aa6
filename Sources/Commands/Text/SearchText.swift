internal import WorkspaceAPI

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
