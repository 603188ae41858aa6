internal import WorkspaceAPI

/// Shows the progress of downloads until they end: a bar on a terminal, a line of JSON for each change with `--json`.
struct LargeProgress {
  /// The interval between two requests; if a request takes long, requests take a fifth of the time.
  ///
  /// Only a placed content sends an event. Received bytes send none, nor does a download that fails, waits or is
  /// cancelled.
  private static let step = Duration.milliseconds(200)
  /// The greatest number of unfinished files that are requested alone, without the finished ones.
  private static let few = 500

  /// The surroundings, with the console.
  let context: CommandContext
  /// The workspace's verbs.
  let verbs: any WorkspaceVerbs
  /// The original request.
  let request: LargeRequest

  /// Waits until all started downloads end.
  ///
  /// - Returns: `.failed` if a content is still missing.
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
      let open = report.files.filter(\.isUnfinished)
      if open.isEmpty, isWhole { break }
      if !open.isEmpty { try? await Task.sleep(for: max(Self.step, took * 4)) }
      let start = ContinuousClock.now
      // The last request covers all files.
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

  /// Requests the few unfinished files of a report and updates it.
  ///
  /// - Returns: false if they cannot be requested alone: one no longer exists, or its name has the characters of a
  ///   pattern.
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
}
