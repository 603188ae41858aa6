internal import Values
internal import WorkspaceAPI

/// The state of a workspace.
enum StatusText {
  /// Returns the lines that matter at present; lines about other matters are left out.
  static func text(_ report: StatusReport, _ style: TextStyle) -> String {
    var rows = Columns()
    func row(_ name: String, _ value: String, _ paint: (String) -> String = { $0 }) {
      rows.add(.init(name, style.dim), .init(value, paint))
    }
    row("Folder", report.root, style.bold)
    row(
      "State", report.state + (report.reason.map { ": \($0)" } ?? ""),
      report.state == "recording" ? style.green : report.state == "checking" ? style.yellow : style.red)
    if let checking = report.checking { row("Checking", progress(checking), style.yellow) }
    row("Daemon", "process \(report.pid), watching by \(report.watching)")
    row("Machine", report.machine)
    let tip = report.tip.map { String($0.hex.prefix(10)) } ?? "nothing recorded yet"
    row("Branch", "\(report.branch) at \(tip)" + (report.branchFollows ? "" : " (git's branch follows in a moment)"))
    if report.pending > 0, report.checking == nil {
      row("Waiting", "\(Counted.text(report.pending, "save")) not recorded yet")
    }
    if let remote = report.remote {
      row(
        "Remote", "\(remote.name) \(remote.url), branch '\(report.branch)': \(remote.state)",
        remote.state == "current" ? style.green : style.yellow)
      if remote.ahead > 0 {
        let changes = Counted.text(remote.ahead, "change")
        row("", remote.state == "local" ? "\(changes) not published" : "\(changes) to publish")
      }
      if let message = remote.message {
        row("", message)
      } else if remote.publication == .asks {
        row("", "nothing is published until you agree: `stet questions`", style.yellow)
      }
    } else if report.checking == nil {
      row("Remote", "none (`git remote add origin URL` adds one)")
    }
    if let large = report.large {
      row("Large files", "\(large.files), of them here: \(large.current)")
      if large.downloads > 0 { row("", "\(large.downloads) to come, \(LargeText.size(large.downloadBytes))") }
      if large.uploads > 0 { row("", "\(large.uploads) to be sent") }
      if let waits = large.waits { row("", "large transfers wait: \(waits)", style.yellow) }
      for problem in large.problems { row("", problem, style.yellow) }
    }
    if let index = report.index {
      let rest = index.total > 0 ? "\(index.done) of \(index.total) files" : "behind"
      row("Search index", index.problem.map { "not on the disk: \($0)" } ?? rest, style.yellow)
    }
    for (place, words) in report.attendance.enumerated() { row(place == 0 ? "Open" : "", words) }
    if report.questions > 0 {
      let conflicts = report.conflicts == 0 ? "" : ", of them conflicts: \(report.conflicts)"
      row("Questions", "\(report.questions) open: `stet questions`\(conflicts)", style.yellow)
    }
    if let audit = report.audit {
      let lines = Counted.text(audit.lines, "line")
      let anchored = audit.anchored.map { ", named by a commit up to \($0)" } ?? ", not named by a recent commit"
      row("Audit", lines + anchored)
      if let problem = audit.problem { row("", problem, style.red) }
    }
    var text = rows.text
    if !report.held.isEmpty {
      text += "\nHeld back from the remote:\n"
      for held in report.held { text += "  \(TerminalText.name(held.path)): \(held.reason)\n" }
    }
    if !report.problems.isEmpty {
      text += "\nProblems:\n"
      for problem in report.problems { text += "  \(style.red(TerminalText.name(problem.path))): \(problem.message)\n" }
    }
    return text
  }

  /// Returns the progress of the comparison at the start.
  private static func progress(_ checking: CheckProgress) -> String {
    let done = checking.total == 0 ? "" : "\(checking.done) of "
    return "\(done)\(files(checking)), for changes since the last stop"
  }

  private static func files(_ checking: CheckProgress) -> String {
    checking.total == 0 ? "the files" : Counted.text(checking.total, "file")
  }

  /// Returns the state of a workspace whose daemon a person stopped.
  static func stopped(_ report: StoppedReport, _ style: TextStyle) -> String {
    var rows = Columns()
    rows.add(.init("Folder", style.dim), .init(report.root, style.bold))
    rows.add(.init("State", style.dim), .init("\(report.state): \(report.reason)", style.yellow))
    return rows.text
  }

  /// Returns the output of `stet start`.
  static func started(_ report: StatusReport, _ style: TextStyle) -> String {
    var text = "Stet records \(style.bold(report.root)) (process \(report.pid)).\n"
    if let remote = report.remote {
      let place = "\(remote.url), branch '\(report.branch)'"
      switch remote.publication {
      case nil: text += "Changes are published to \(place).\n"
      case .local:
        text += "Nothing is published to \(place), as you decided; `stet init --yes` changes that in \(report.root).\n"
      default: text += "Nothing is published to \(place) until you agree: `stet questions`.\n"
      }
    }
    if let checking = report.checking {
      return text + "It is checking \(files(checking)) for changes since the last stop: `stet status`\n"
    }
    if report.state != "recording" { text += "It is \(report.state): \(report.reason ?? "see `stet status`")\n" }
    return text
  }
}

/// The findings of the doctor.
enum DoctorText {
  /// Returns one line for each finding.
  static func text(_ findings: [DoctorFinding], _ style: TextStyle) -> String {
    var rows = Columns()
    for finding in findings {
      let paint =
        switch finding.level {
        case "ok": style.green
        case "problem": style.red
        default: style.yellow
        }
      rows.add(.init(finding.level, paint), .init(TerminalText.name(finding.subject)), .init(finding.message))
    }
    return rows.text
  }
}
