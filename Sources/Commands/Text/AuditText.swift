internal import WorkspaceAPI

/// The record of agents' actions, for people.
enum AuditText {
  /// Returns the calls, oldest first.
  static func text(_ report: AuditReport, _ style: TextStyle) -> String {
    guard !report.calls.isEmpty else { return "Nothing of that is on record.\n" }
    var rows = Columns()
    for call in report.calls {
      var what = TerminalText.name(call.path ?? "")
      if let other = call.other { what += " → \(TerminalText.name(other))" }
      if let pattern = call.pattern { what += (what.isEmpty ? "" : "  ") + "'\(TerminalText.name(pattern))'" }
      if let count = call.count { what += (what.isEmpty ? "" : "  ") + style.dim("(\(count))") }
      if let files = call.files { what += "  " + shown(files, style) }
      if let refused = call.refused { what += "  " + style.red("refused: \(TerminalText.name(refused))") }
      // A call that touched no file is named by its tool.
      let act = call.act == "call" ? TerminalText.name(call.tool ?? call.act) : call.act
      rows.add(
        .init(TimeText.relative(call.time, now: style.now), style.dim),
        .init(TerminalText.short(call.agent), style.cyan),
        .init(TerminalText.short(call.session ?? ""), style.dim), .init(act), .init(what))
    }
    return rows.text
  }

  /// Returns the first files of which content was shown; the JSON has all of them.
  private static func shown(_ files: [String], _ style: TextStyle) -> String {
    files.prefix(3).map(TerminalText.name).joined(separator: ", ")
      + (files.count > 3 ? style.dim(" and \(files.count - 3) more") : "")
  }

  /// Returns the result of the check of the record.
  static func check(_ report: AuditReport, _ style: TextStyle) -> String {
    let anchor = report.anchored.map { "a commit names entry \($0)" } ?? "no commit names one yet"
    guard !report.problems.isEmpty else {
      return style.green("As it was written") + ": \(report.lines) entries, \(anchor).\n"
    }
    return report.problems.map { style.red("wrong") + ": \($0)\n" }.joined() + "\(report.lines) entries, \(anchor).\n"
  }
}
