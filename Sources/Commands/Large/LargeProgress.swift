internal import WorkspaceAPI

/// Shows how downloads go on until they have ended: a bar on a terminal, a line of JSON for each change with `--json`.
struct LargeProgress {
  /// How often is looked, unless a look takes long: then a fifth of the time goes into looking.
  private static let step = Duration.milliseconds(200)
  /// Of so many files that are still to come the others are not asked for again.
  private static let few = 500

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
    var isWhole = true
    var shown: [String: LargeFileState] = [:]
    var took = Duration.zero
    while true {
      if context.printsJSON {
        for file in report.files where shown.updateValue(file, forKey: file.path) != file {
          context.console.print(json: file, compact: true)
        }
      } else {
        context.console.draw(LargeText.bar(report.files))
      }
      let open = report.files.filter(Self.isOpen)
      if open.isEmpty, isWhole { break }
      if !open.isEmpty { try? await Task.sleep(for: max(Self.step, took * 4)) }
      let start = ContinuousClock.now
      // At the end all of them are looked at.
      isWhole = open.isEmpty || open.count > Self.few
      if !isWhole { isWhole = await !look(at: open, of: &report) }
      if isWhole {
        var look = request
        look.action = .look
        report = try await verbs.call(look)
      }
      took = ContinuousClock.now - start
    }
    if !context.printsJSON {
      context.console.draw("")
      context.console.print(LargeText.text(report, context.console.style))
    }
    return report.files.allSatisfy { $0.state == "current" } ? .done : .failed
  }

  /// Looks at the few files of a report that are still to come.
  ///
  /// - Returns: false where they cannot be asked for alone: one is gone, or its name has the signs of a pattern.
  private func look(at open: [LargeFileState], of report: inout LargeReport) async -> Bool {
    guard let found = try? await verbs.call(LargeRequest(.look, paths: open.map(\.path), caller: request.caller)),
      found.files.count == open.count
    else { return false }
    let states = Dictionary(found.files.map { ($0.path, $0) }) { first, _ in first }
    for index in report.files.indices {
      if let state = states[report.files[index].path] { report.files[index] = state }
    }
    report.waits = found.waits
    return open.allSatisfy { states[$0.path] != nil }
  }

  /// Whether more is to be expected of a file: it is on its way, or waits for that without a problem.
  private static func isOpen(_ file: LargeFileState) -> Bool {
    file.state == "downloading" || file.state != "current" && file.problem == nil
  }
}
