internal import GitObjects
internal import Values

/// An author as people read it.
enum AuthorText {
  /// `Ann`, `Claude Code (session 42)`, `Claude Code (agent)`, `unsure (during session 42)`, `Stet`.
  static func text(_ author: AuthorRecord) -> String {
    let name = author.name.map(TerminalText.short)
    let session = author.session.map(TerminalText.short)
    return switch author.kind {
    case "agent": (name ?? "an agent") + (session.map { " (session \($0))" } ?? " (agent)")
    case "unsure": "unsure" + (session.map { " (during session \($0))" } ?? "")
    case "sync": "Stet"
    default: name ?? "an unknown author"
    }
  }

  /// Returns the same with agents in colour.
  static func text(_ author: AuthorRecord, _ style: TextStyle) -> String {
    let text = text(author)
    return switch author.kind {
    case "agent": style.cyan(text)
    case "unsure": style.yellow(text)
    case "sync": style.dim(text)
    default: text
    }
  }
}

/// Times in words.
package enum TimeText {
  /// Returns `just now`, `5 minutes ago`, `yesterday`, `2026-01-31`; the text itself if it is no time.
  package static func relative(_ text: String, now: Int64) -> String {
    guard text.utf8.count > 10, let then = ISOTime.seconds(text) else { return text }
    return switch now - then {
    case ..<(-60): String(text.prefix(16)).replacing("T", with: " ")
    case ..<10: "just now"
    case ..<60: Counted.text(now - then, "second") + " ago"
    case ..<3_600: Counted.text((now - then) / 60, "minute") + " ago"
    case ..<86_400: Counted.text((now - then) / 3_600, "hour") + " ago"
    case ..<172_800: "yesterday"
    case ..<1_209_600: Counted.text((now - then) / 86_400, "day") + " ago"
    default: String(text.prefix(10))
    }
  }

  /// Returns a span in local time, and how long ago it ended: `10:02–10:31, 5 minutes ago`; with the dates if it ends on
  /// another day, `2026-11-20 22:10–11-21 00:05, yesterday`.
  ///
  /// - Parameter offset: returns the minutes that local time is east of UTC at a time.
  package static func span(_ first: String, _ last: String, now: Int64, offset: (Int64) -> Int) -> String {
    guard let start = ISOTime.seconds(first), let end = ISOTime.seconds(last) else { return relative(last, now: now) }
    let (from, to) = (ISOTime.text(start, offset: offset(start)), ISOTime.text(end, offset: offset(end)))
    func clock(_ text: String) -> Substring { text.dropFirst(11).prefix(5) }
    var span = String(clock(to))
    if from.prefix(10) != to.prefix(10) {
      // The year is repeated only if it is another one.
      let day = to.prefix(10).dropFirst(from.prefix(5) == to.prefix(5) ? 5 : 0)
      span = "\(from.prefix(10)) \(clock(from))–\(day) \(span)"
    } else if clock(from) != clock(to) {
      span = "\(clock(from))–\(span)"
    }
    return "\(span), \(relative(to, now: now))"
  }
}
