internal import ArgumentParser
internal import WorkspaceAPI

/// `stet doctor`: checks everything that can be wrong, and shows the next steps.
struct DoctorCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Look at everything that can be wrong, and say what to do.",
    discussion: """
      Exits with 1 when a problem is found. After `stet stop` it looks at the
      repository only.
      """)

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Shows the findings; fails if one of them is a problem.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = try context.folder()
    let findings: [DoctorFinding]
    if let stopped = context.stopped(folder) {
      findings = RepositoryLook.findings(root: folder.root, environment: context.environment, reason: stopped.finding)
    } else {
      do throws(VerbError) {
        findings = try await context.verbs(folder).call(DoctorRequest())
      } catch {
        let parts = [error.what, error.kept, error.next].compactMap(\.self)
        findings = RepositoryLook.findings(
          root: folder.root, environment: context.environment,
          reason: DoctorFinding(level: "problem", subject: "start", message: parts.joined(separator: "\n")))
      }
    }
    context.show(findings, text: DoctorText.text)
    return findings.contains { $0.level == "problem" } ? .failed : .done
  }
}
