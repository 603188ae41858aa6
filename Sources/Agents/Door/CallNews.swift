internal import GitObjects
internal import MCP
internal import WorkspaceAPI

/// What others changed, as it is told with an answer and by `changes_since`.
enum CallNews {
  /// The lines for the model; nil where there is nothing to tell.
  static func text(_ report: ChangesReport) -> String? {
    guard !report.changes.isEmpty || !report.isWhole else { return nil }
    var lines = report.changes.map(line)
    if report.more > 0 { lines.append("and \(report.more) more files") }
    if !report.isWhole { lines.append("and what lies further back: file_history tells it") }
    return lines.joined(separator: "\n")
  }

  /// The same for programs.
  static func values(_ report: ChangesReport) -> JSONValue {
    .array(
      report.changes.map { change in
        var members = [
          JSONMember(name: "path", value: .string(change.path)),
          JSONMember(name: "by", value: .array(change.authors.map { .string($0.name ?? $0.kind) })),
        ]
        if let added = change.added { members.append(JSONMember(name: "added", value: .number(String(added)))) }
        if let removed = change.removed { members.append(JSONMember(name: "removed", value: .number(String(removed)))) }
        if let token = change.token { members.append(JSONMember(name: "token", value: .string(token.hex))) }
        return .object(members)
      })
  }

  private static func line(_ change: ChangedPath) -> String {
    let who = change.authors.map(\.words).joined(separator: ", ")
    let lines =
      if change.isProtected == true {
        " (protected: its content is kept from agents)"
      } else if change.token == nil {
        " (deleted)"
      } else if let added = change.added, let removed = change.removed {
        " (+\(added) -\(removed) lines)"
      } else {
        ""
      }
    let asked =
      change.isAsked == true
      ? "; what others wrote there is not in the file, and the person decides whether it is: do not write it again" : ""
    return "\(ModelText.path(change.path)) by \(who)\(lines)\(asked)"
  }
}

extension ToolResult {
  /// The result, with what others changed since the session's call before.
  func with(_ news: ChangesReport) -> ToolResult {
    guard let text = CallNews.text(news) else { return self }
    var result = self
    result.content.append(.text("[Stet: changed by others since your last call:\n\(text)]"))
    if case .object(let members)? = structured {
      result.structured = .object(members + [JSONMember(name: "changed", value: CallNews.values(news))])
    }
    return result
  }
}
