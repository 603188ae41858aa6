internal import WorkspaceEngine

/// Shows how downloads go on until they have ended: a bar on a terminal, a line of JSON for each change with `--json`.
struct LargeProgress {
  /// How often is looked.
  private static let step = Duration.milliseconds(200)

  /// Where it is shown.
  let context: CommandContext
  /// Who is asked.
  let verbs: any WorkspaceVerbs
  /// What was asked for.
  let request: LargeRequest

  /// Waits for the end of what was begun.
  ///
  /// - Returns: `.failed` where not everything is here then.
  func follow(_ begun: LargeReport) async throws(VerbError) -> CommandStatus {
    var report = begun
    var shown: [String: LargeFileState] = [:]
    var look = request
    look.action = .look
    while true {
      if context.printsJSON {
        for file in report.files where shown.updateValue(file, forKey: file.path) != file {
          context.console.print(json: file, compact: true)
        }
      } else if context.console.showsProgress {
        context.console.printError("\r\u{1B}[K" + LargeText.bar(report.files))
      }
      if !report.files.contains(where: Self.isOpen) { break }
      try? await Task.sleep(for: Self.step)
      report = try await verbs.large(look)
    }
    if !context.printsJSON {
      if context.console.showsProgress { context.console.printError("\r\u{1B}[K") }
      context.console.print(LargeText.text(report, context.console.style))
    }
    return report.files.allSatisfy { $0.state == "current" } ? .done : .failed
  }

  /// Whether more is to be expected of a file: it is on its way, or waits for that without a problem.
  private static func isOpen(_ file: LargeFileState) -> Bool {
    file.state == "downloading" || file.state != "current" && file.problem == nil
  }
}
