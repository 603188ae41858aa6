internal import WorkspaceAPI

/// Documents that contain words.
enum DocumentText {
  /// Returns two lines for each document: its place and title, and its best line below.
  static func text(_ hits: [SearchHit], _ style: TextStyle) -> String {
    hits.map { hit in
      let place = style.cyan(TerminalText.name(hit.path)) + ":\(hit.line)"
      let title = hit.title.map { "  " + style.bold(TerminalText.name($0)) } ?? ""
      let line = hit.text.isEmpty ? "" : "    \(TerminalText.name(hit.text))\n"
      return place + title + "\n" + line
    }.joined()
  }
}
