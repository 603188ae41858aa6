internal import WorkspaceAPI

/// The operations that can be undone.
enum OperationsText {
  /// Returns one or two lines for each operation: id, time, kind and author; the files, and whether it was undone.
  static func text(_ entries: [OperationEntry], _ style: TextStyle) -> String {
    guard !entries.isEmpty else {
      return "No operations yet. `stet undo COMMIT` takes back a single change of `stet log`.\n"
    }
    var rows = Columns()
    for entry in entries {
      let who = AuthorText.text(entry.author)
      rows.add(
        .init(short(entry.id), style.yellow), .init(TimeText.relative(entry.time, now: style.now), style.dim),
        .init(word(entry)), .init(who) { _ in AuthorText.text(entry.author, style) },
        .init(files(entry)), .init(notes(entry), style.dim))
    }
    return rows.text + "`stet undo ID` takes one back; undoing that undo brings it back again.\n"
  }

  /// Returns the part of an id that people need.
  static func short(_ id: String) -> String { String(id.prefix(8)) }

  private static func word(_ entry: OperationEntry) -> String {
    switch entry.kind {
    case .agent: "edits"
    case .restore: "restore"
    case .undo: "undo"
    case .resolve: "resolve"
    // A merge is a commit and has its id.
    case .adopt: entry.id == entry.commit.hex ? "merge" : "taken"
    }
  }

  private static func files(_ entry: OperationEntry) -> String {
    guard entry.files > 0 else { return "no file" }
    let named = entry.paths.prefix(3).map(TerminalText.name).joined(separator: ", ") + (entry.files > 3 ? ", …" : "")
    return (entry.files == 1 ? "1 file: " : "\(entry.files) files: ") + named
  }

  private static func notes(_ entry: OperationEntry) -> String {
    var notes: [String] = []
    if !entry.from.isEmpty { notes.append("from \(entry.from.joined(separator: ", "))") }
    if let first = entry.undoes.first {
      notes.append("takes back \(short(first))" + (entry.undoes.count > 1 ? " and \(entry.undoes.count - 1) more" : ""))
    }
    if let undoer = entry.undoneBy { notes.append("taken back by \(short(undoer))") }
    return notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
  }
}
