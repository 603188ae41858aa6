internal import Agents
internal import WorkspaceAPI

/// The policy, for people.
enum PolicyText {
  /// Returns the policy in effect.
  static func text(_ report: PolicyReport, _ style: TextStyle) -> String {
    var text = report.accepted.isEmpty ? "No policy: what is not a control file is open to agents.\n" : report.accepted
    if text.utf8.last != UInt8(ascii: "\n") { text += "\n" }
    return text + state(report, style)
  }

  /// Returns the decisions on a file.
  static func answers(_ report: PolicyReport, _ style: TextStyle) -> String {
    var rows = Columns()
    for answer in report.answers {
      let paint: (String) -> String =
        switch answer.permission {
        case .allow: style.green
        case .ask: style.yellow
        case .deny: style.red
        }
      var why = answer.permission == .allow ? "" : answer.reason.rawValue
      if let pattern = answer.pattern { why += " '\(pattern)'" }
      if let name = answer.name { why += " (it is \(name))" }
      rows.add(.init(answer.act), .init(answer.permission.rawValue, paint), .init(why, style.dim))
    }
    return rows.text + state(report, style)
  }

  /// Returns the difference between the accepted policy and the one in the folder.
  static func difference(_ report: PolicyReport, _ style: TextStyle) -> String {
    let onDisk = report.onDisk ?? ""
    guard Array(onDisk.utf8) != Array(report.accepted.utf8) else {
      return "The policy in the folder is the accepted one.\n"
    }
    let diff = UnifiedDiff.text(
      from: Array(report.accepted.utf8), to: Array(onDisk.utf8), path: ".stet/policy.toml")
    let lines = diff.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
    return DiffText.text(lines.joined(separator: "\n"), style) + state(report, style)
  }

  /// Returns the result of accepting a policy.
  static func accepted(_ report: PolicyReport, _ style: TextStyle) -> String {
    "The policy (version \(report.version)) is in force on this machine.\n"
  }

  private static func state(_ report: PolicyReport, _ style: TextStyle) -> String {
    switch report.state {
    case "waiting":
      "\n" + style.yellow("Another policy came from elsewhere and waits")
        + ": `stet policy diff` shows it, `stet policy accept \(report.version)` puts it in force.\n"
    case "broken": "\n" + style.red(report.problem ?? "The policy cannot be read.") + "\n"
    default: ""
    }
  }
}
