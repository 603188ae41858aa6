internal import WorkspaceAPI

/// The history.
enum LogText {
  /// Returns one line for each change: id, time, author, subject.
  static func text(_ entries: [LogEntry], _ style: TextStyle) -> String {
    var rows = Columns()
    for entry in entries {
      rows.add(
        .init(String(entry.commit.hex.prefix(8)), style.yellow),
        .init(TimeText.relative(entry.time, now: style.now), style.dim),
        .init(AuthorText.text(entry.author)) { _ in AuthorText.text(entry.author, style) },
        .init(TerminalText.name(entry.subject)))
    }
    return entries.isEmpty ? "No changes.\n" : rows.text
  }
}
