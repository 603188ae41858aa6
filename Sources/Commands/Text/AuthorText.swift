internal import GitObjects
internal import WorkspaceAPI

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
