internal import WorkspaceAPI

/// The lines of a file with their authors.
enum BlameText {
  /// Returns one row for each line: id, time, author, number, text.
  static func text(_ lines: [BlameLine], _ style: TextStyle) -> String {
    var rows = Columns()
    for line in lines {
      rows.add(
        .init(String(line.commit.hex.prefix(8)), style.yellow),
        .init(TimeText.relative(line.time, now: style.now), style.dim),
        .init(AuthorText.text(line.author)) { _ in AuthorText.text(line.author, style) },
        .init(String(line.line), style.dim), .init(line.text))
    }
    return rows.text
  }
}
