import Testing

/// The lines that were acknowledged, and those that somebody has read who may have taken them out.
///
/// Invariant I9, as `scripts/ledger.py` checks it: every other line is in a file, or in an open conflict or question.
struct LineLedger {
  private static let script =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/scripts/ledger.py"
  private var events = ""

  /// Notes lines that were acknowledged.
  mutating func wrote(_ lines: [String]) { for line in lines { events += "wrote\t\(line)\n" } }

  /// Notes lines that somebody has read who puts another text in their place.
  mutating func read(by reader: String, _ lines: [String]) {
    for line in lines { events += "read\t\(reader)\t\(line)\n" }
  }

  /// Expects every other line that was acknowledged in a file, or in an open conflict or question. Questions about saves
  /// are answered with `merge`.
  func expectKept(
    in workspace: TestWorkspace, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await workspace.machine.run(
      ["python3", Self.script, workspace.root], input: events, with: ["STET_BINARY": Machine.binary])
    #expect(
      outcome.status == 0, "neither in a file nor in a conflict or question: \(outcome)", sourceLocation: location)
  }
}
