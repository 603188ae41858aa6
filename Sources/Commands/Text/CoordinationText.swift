internal import WorkspaceAPI

/// Claims and open files.
enum CoordinationText {
  /// Returns one line for each.
  static func text(_ report: CoordinationReport, _ style: TextStyle) -> String {
    guard !report.claims.isEmpty || !report.presenters.isEmpty else {
      return "Nothing is claimed, and no program said what it has open.\n"
    }
    var columns = Columns()
    for claim in report.claims {
      let items = claim.items.map { "\(TerminalText.name($0.path.string)) for \($0.intent.rawValue)" }.joined(
        separator: ", ")
      columns.add(
        Columns.Cell(claim.number.map { "claim \($0)" } ?? "waits", style.yellow), Columns.Cell(items, style.bold),
        Columns.Cell(who(claim.holder, claim.pid)), Columns.Cell("until \(claim.until)", style.dim))
    }
    for presenter in report.presenters {
      columns.add(
        Columns.Cell("open", style.dim), Columns.Cell(TerminalText.name(presenter.path), style.bold),
        Columns.Cell(who(presenter.name, presenter.pid)))
    }
    return columns.text
  }

  /// Returns the line about a program that did not save or release a file.
  static func unready(_ program: UnreadyPresenter) -> String {
    guard let reason = program.reason else { return "\(program.name) has it open and did not answer in time" }
    return "\(program.name) has it open and could not save it: \(reason)"
  }

  private static func who(_ name: String, _ pid: Int32?) -> String {
    TerminalText.name(name) + (pid.map { ", process \($0)" } ?? "")
  }
}
