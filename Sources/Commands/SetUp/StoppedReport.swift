internal import WorkspaceAPI

/// The answer about a workspace whose daemon a person stopped.
struct StoppedReport: Codable, Sendable {
  /// The folder.
  var root: String
  /// `stopped`, in place of the state that a running daemon reports.
  var state = "stopped"
  /// The consequence, and the next step.
  var reason = "nothing is recorded or exchanged until `stet start`"

  /// The error of a command that only reads.
  var error: VerbError {
    VerbError(
      .failed, "The daemon of \(root) was stopped with `stet stop`, and a command that only reads does not start it.",
      kept: "Saves of the meantime are recorded at the next start.", next: "Run `stet start`.")
  }

  /// The doctor's finding.
  var finding: DoctorFinding {
    DoctorFinding(level: "note", subject: "daemon", message: "stopped: \(reason); the doctor checks more while it runs")
  }
}
