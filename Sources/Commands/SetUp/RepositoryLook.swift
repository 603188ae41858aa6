internal import DaemonClient
internal import WorkspaceAPI

/// Checks a workspace whose daemon cannot be reached. Blocks its thread.
enum RepositoryLook {
  /// The greatest number of lines of git's output in a finding.
  private static let mostLines = 20

  /// Returns the reason why the daemon cannot be reached, and the result of `git fsck`; changes nothing.
  static func findings(root: String, environment: [String: String], reason: DoctorFinding) -> [DoctorFinding] {
    var findings = [reason]
    let check = ChildProgram.run(
      ["git", "-C", root, "fsck", "--full", "--no-dangling", "--no-progress"],
      environment: LocalEnvironment.cleaned(environment), takesErrors: true)
    let lines = String(decoding: check.output, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("notice: ") }
    if check.code == 0 {
      findings.append(DoctorFinding(level: "ok", subject: "repository", message: "every object is there and whole"))
    }
    for line in lines.prefix(Self.mostLines) where check.code != 0 {
      findings.append(DoctorFinding(level: "problem", subject: "repository", message: String(line)))
    }
    if lines.count > Self.mostLines {
      findings.append(
        DoctorFinding(
          level: "note", subject: "repository", message: "'git fsck --full' shows \(lines.count - Self.mostLines) more")
      )
    }
    return findings
  }
}
