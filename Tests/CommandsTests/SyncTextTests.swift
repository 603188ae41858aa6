import WorkspaceAPI
import Commands
import Testing

@Suite struct SyncTextTests {
  private static func report(_ published: Bool?, _ change: (inout SyncReport) -> Void = { _ in }) -> SyncReport {
    var report = SyncReport(tip: .emptyTree, published: published, recorded: 0)
    change(&report)
    return report
  }

  static let cases: [(SyncReport, waited: Bool, String)] = [
    (report(true), true, "the remote has everything, tip 4b825dc6\n"),
    (report(nil), true, "no remote; everything is recorded here, tip 4b825dc6\n"),
    (report(nil), false, "no remote; recording continues, tip 4b825dc6\n"),
    (report(false), false, "the exchange has begun, tip 4b825dc6\n"),
    (report(false), true, "recorded here and, as you decided, not published, tip 4b825dc6\n"),
    (
      report(true) { ($0.recorded, $0.held) = (1, 2) }, true,
      "1 save recorded, published, 2 held back (`stet status`), tip 4b825dc6\n"
    ),
    (
      report(nil) { ($0.left, $0.questions) = (1, 1) }, true,
      "no remote; recorded here, 1 left out (`stet status`), 1 question open (`stet questions`), tip 4b825dc6\n"
    ),
  ]

  @Test(arguments: cases.indices)
  func `a sync says everything only where nothing is open, held or left out`(index: Int) {
    let (report, waited, text) = Self.cases[index]
    #expect(SyncText.text(report, waited: waited) == text)
  }
}
