internal import WorkspaceEngine

/// Something that happened.
enum EventText {
  /// `10:00:00  recorded  Edit notes.md`.
  static func text(_ event: WorkspaceEvent, _ style: TextStyle) -> String {
    let time = event.time.dropFirst(11).prefix(8)
    let author = event.author.map { "  \($0)" } ?? ""
    return "\(style.dim(String(time)))  \(style.cyan(event.event))\(author)  \(event.message)\n"
  }
}
