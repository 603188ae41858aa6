internal import MCP
internal import Values
internal import WorkspaceAPI

/// Others' changes, as results and `changes_since` report them.
enum CallNews {
  /// Returns the lines for the model; nil if there is nothing to report.
  static func text(_ report: ChangesReport) -> String? {
    let lines = report.changes.map(line) + rest(report)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Returns the changed files, for the model and for programs.
  static func rows(_ report: ChangesReport) -> [ListedRows.Row] {
    report.changes.map { ListedRows.Row(text: line($0), value: value($0)) }
  }

  /// Returns the lines about the rest, beside the named files.
  static func rest(_ report: ChangesReport) -> [String] {
    [
      report.more > 0 ? "and \(report.more) more files" : nil,
      report.isWhole ? nil : "and what lies further back: file_history shows it",
    ].compactMap(\.self)
  }

  private static func value(_ change: ChangedPath) -> JSONValue {
    var members = [
      JSONMember(name: "path", value: .string(change.path)),
      JSONMember(name: "by", value: .array(change.authors.map { .string($0.name ?? $0.kind) })),
    ]
    if change.token != nil, let added = change.added, let removed = change.removed {
      members += [("added", added), ("removed", removed)].map { JSONMember(name: $0.0, value: .number(String($0.1))) }
    }
    let flags = [
      ("protected", change.isProtected == true), ("deleted", change.isProtected != true && change.token == nil),
      ("asked", change.isAsked == true),
    ]
    return .object(members + flags.compactMap { $0.1 ? JSONMember(name: $0.0, value: true) : nil })
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
  /// Returns the result with others' changes since the session's call before.
  func with(_ news: ChangesReport) -> ToolResult {
    guard let text = CallNews.text(news) else { return self }
    var result = self
    result.content.append(.text("[Stet: changed by others since your last call:\n\(text)]"))
    if case .object(let members)? = structured {
      let rest = CallNews.rest(news).map { JSONValue.string($0) }
      let notes =
        rest.isEmpty ? [] : [JSONMember(name: "notes", value: .array((structured?["notes"]?.elements ?? []) + rest))]
      result.structured = .object(
        members.filter { notes.isEmpty || !$0.isNamed("notes") } + notes
          + [JSONMember(name: "changed", value: .array(CallNews.rows(news).map(\.value)))])
    }
    return result
  }
}
