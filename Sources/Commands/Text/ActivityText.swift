internal import Values
package import WorkspaceAPI

/// The sessions of agents, for people.
package enum SessionsText {
  /// The answer if there are sessions, but none that meets the conditions.
  static let noMatch = "No session matches.\n"

  /// Returns the remarks on a session and an agent of the command line that none of the sessions has, with the nearest
  /// name; empty if there are no sessions, or each name is known.
  ///
  /// - Parameter ids: further sessions, of which nothing is on record yet.
  package static func remark(
    session: String?, agent: String?, among others: [SessionEntry], besides ids: [String]
  ) -> String {
    guard !others.isEmpty else { return "" }
    let sessions = others.compactMap(\.session) + ids
    let agents = others.map(\.agent)
    var text = ""
    if let session, !sessions.contains(session) { text += unknown("session", session, among: sessions) }
    if let agent, !agents.contains(where: { $0.lowercased().contains(agent.lowercased()) }) {
      // A part of a name is enough for the condition.
      let words = agents.flatMap { $0.split(separator: " ").map(String.init) }
      text += unknown("agent", agent, among: agents + words)
    }
    return text
  }

  private static func unknown(_ kind: String, _ name: String, among known: [String]) -> String {
    let hint = NameDistance.hint(to: name, among: known)
    return TerminalText.name("stet: There is no \(kind) '\(name)' on record.\(hint)") + "\n"
  }

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
