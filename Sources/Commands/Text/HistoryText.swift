internal import Values
package import WorkspaceAPI

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

/// A unified diff.
package enum DiffText {
  /// Returns the diff with its added and removed lines in colour.
  static func text(_ patch: String, _ style: TextStyle) -> String {
    guard style.usesColour else { return patch }
    // A line end of two characters is one `Character`, so the lines are divided by their bytes.
    let lines = patch.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { bytes in
      let line = String(Substring(bytes))
      if line.hasPrefix("+++") || line.hasPrefix("---") || line.hasPrefix("diff ") { return style.bold(line) }
      if line.hasPrefix("@@") { return style.cyan(line) }
      if line.hasPrefix("+") { return style.green(line) }
      if line.hasPrefix("-") { return style.red(line) }
      return line
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the changes that a diff does not show, each with the reason, for standard error, so that a program can take
  /// the diff; `No changes.` for a diff of nothing, and empty if the diff shows all.
  package static func remarks(_ report: DiffReport) -> String {
    let large = (report.large ?? []).map { "\(TerminalText.name($0)) is a large file: 'stet log' shows its versions" }
    let kept = (report.kept ?? []).map { "\(TerminalText.name($0.path)): \($0.what)" }
    let omitted = (large + kept).map { "Not in this diff: \($0).\n" }.joined()
    let isNothing = report.paths.isEmpty && omitted.isEmpty && report.withheld?.isEmpty ?? true
    return isNothing ? "No changes.\n" : omitted
  }
}

/// The origin of a file.
enum ProvenanceText {
  /// Returns the first author, the last author and the number of versions.
  static func text(_ report: ProvenanceReport, _ style: TextStyle) -> String {
    var rows = Columns()
    rows.add(.init("File", style.dim), .init(TerminalText.name(report.path), style.bold))
    rows.add(
      .init("Made by", style.dim), .init(AuthorText.text(report.createdBy, style) + ", " + report.createdAt))
    rows.add(
      .init("Changed by", style.dim),
      .init(AuthorText.text(report.lastModifiedBy, style) + ", " + report.lastModifiedAt))
    rows.add(.init("Versions", style.dim), .init(String(report.versions)))
    rows.add(.init("Token", style.dim), .init(report.token.hex))
    return rows.text
  }
}

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

  /// Returns the same for the operations that meet conditions.
  static func chosen(_ entries: [OperationEntry], _ style: TextStyle) -> String {
    entries.isEmpty ? "No operations.\n" : text(entries, style)
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
    return "\(Counted.text(entry.files, "file")): " + named
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
