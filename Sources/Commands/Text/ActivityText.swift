internal import Values
internal import WorkspaceAPI

/// The sessions of agents, for people.
enum SessionsText {
  /// Returns one line for each session: first and last time, agent, session, models, counts and the undo.
  ///
  /// - Parameter offset: returns the minutes that local time is east of UTC at a time.
  static func text(_ sessions: [SessionEntry], _ style: TextStyle, offset: (Int64) -> Int) -> String {
    guard !sessions.isEmpty else { return "No session of an agent is on record.\n" }
    var rows = Columns()
    for session in sessions {
      let ends = [session.status.map { TerminalText.short($0) }, end(session)].compactMap(\.self)
      rows.add(
        .init(TimeText.span(session.first, session.last, now: style.now, offset: offset), style.dim),
        .init(TerminalText.short(session.agent), style.cyan),
        .init(session.session.map { TerminalText.short($0) } ?? "-", style.yellow),
        .init(session.models.map { TerminalText.short($0) }.joined(separator: ", "), style.dim),
        .init(counts(session)), .init(ends.joined(separator: "  "), style.dim))
    }
    return rows.text
  }

  private static func counts(_ session: SessionEntry) -> String {
    var parts: [String] = []
    if session.writes > 0 {
      parts.append("\(Counted.text(session.writes, "write")) in \(Counted.text(session.files, "file"))")
    }
    if session.reads > 0 { parts.append(Counted.text(session.reads, "read")) }
    if session.refusals > 0 { parts.append("\(session.refusals) refused") }
    return parts.isEmpty ? "nothing in files" : parts.joined(separator: ", ")
  }

  private static func end(_ session: SessionEntry) -> String? {
    session.isUndone ? "(taken back)" : session.undo.map { TerminalText.name($0) }
  }
}

/// A day at a glance, for people.
enum ActivityText {
  private static let mostPlaces = 5

  /// Returns one line for each author: time of the last act, author, counts, places.
  static func text(_ report: ActivityReport, _ style: TextStyle) -> String {
    guard !report.authors.isEmpty else { return "Nothing happened.\n" }
    var rows = Columns()
    for entry in report.authors {
      rows.add(
        .init(TimeText.relative(entry.last, now: style.now), style.dim),
        .init(AuthorText.text(entry.author)) { _ in AuthorText.text(entry.author, style) },
        .init(counts(entry)), .init(places(entry), style.dim))
    }
    return rows.text
  }

  private static func counts(_ entry: AuthorActivity) -> String {
    var parts: [String] = []
    if entry.author.kind == "sync" {
      parts.append(Counted.text(entry.commits, "merge"))
    } else if entry.commits > 0 {
      parts.append("\(Counted.text(entry.commits, "change")) in \(Counted.text(entry.files, "file"))")
    }
    if entry.reads > 0 { parts.append(Counted.text(entry.reads, "read")) }
    if entry.refusals > 0 { parts.append("\(entry.refusals) refused") }
    return parts.joined(separator: ", ")
  }

  private static func places(_ entry: AuthorActivity) -> String {
    let named = entry.places.prefix(mostPlaces).map { place in
      TerminalText.name(place.path) + (place.changes > 1 ? " (\(place.changes))" : "")
    }
    return named.joined(separator: ", ") + (entry.places.count > mostPlaces ? ", …" : "")
  }
}
