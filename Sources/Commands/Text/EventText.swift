internal import WorkspaceAPI

/// An event, for people.
enum EventText {
  /// `10:00:00  recorded  Ann  Edit notes.md  3f2a9c1b04de`: the end is the cursor, shortened.
  static func text(_ event: WorkspaceEvent, _ style: TextStyle) -> String {
    let time = event.time.dropFirst(11).prefix(8)
    let author = event.author.map { "  \(AuthorText.text($0, style))" } ?? ""
    let text = "\(style.dim(String(time)))  \(word(event, style))\(author)  \(TerminalText.name(event.message))"
    let cursor = event.cursor.map { "  " + style.dim(short($0)) } ?? ""
    return text + (named(event).map { ": \(TerminalText.name($0))" } ?? "") + cursor + "\n"
  }

  /// Returns a cursor with 12 digits of each commit's id.
  private static func short(_ cursor: String) -> String {
    let halves = cursor.split(separator: ".", maxSplits: 1)
    let heads = (halves.first ?? "").split(separator: "+").map { $0.prefix(12) }.joined(separator: "+")
    return TerminalText.name(heads + (halves.count == 2 ? "." + halves[1] : ""))
  }

  private static func word(_ event: WorkspaceEvent, _ style: TextStyle) -> String {
    switch event.event {
    case .conflict, .question, .paused, .readOnly, .refused, .problem, .offline, .staleSave:
      style.yellow(event.event.rawValue)
    default: style.cyan(event.event.rawValue)
    }
  }

  /// Returns the names that the sentence does not contain.
  private static func named(_ event: WorkspaceEvent) -> String? {
    switch event.event {
    case .held, .released, .problem:
      let unsaid = event.paths.filter { !event.message.contains($0) }
      guard let first = unsaid.first else { return nil }
      return unsaid.count == 1 ? first : "\(first) and \(unsaid.count - 1) more"
    case .question: return event.id
    default: return nil
    }
  }
}
