internal import WorkspaceAPI

/// An event, for people.
enum EventText {
  /// `10:00:00  recorded  Ann  Edit notes.md`.
  static func text(_ event: WorkspaceEvent, _ style: TextStyle) -> String {
    let time = event.time.dropFirst(11).prefix(8)
    let author = event.author.map { "  \(AuthorText.text($0, style))" } ?? ""
    let text = "\(style.dim(String(time)))  \(word(event, style))\(author)  \(TerminalText.name(event.message))"
    return text + (named(event).map { ": \(TerminalText.name($0))" } ?? "") + "\n"
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
