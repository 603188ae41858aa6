internal import WorkspaceAPI

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
