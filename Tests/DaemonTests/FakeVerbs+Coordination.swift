import WorkspaceAPI
import Daemon

extension FakeVerbs {
  /// Answers that bear what was asked.
  static func receipt(_ number: Int64) -> ClaimReceipt {
    ClaimReceipt(number: number, items: [], until: "2026-01-31T10:00:00Z", seconds: 60)
  }

  func coordination() async throws(VerbError) -> CoordinationReport {
    try note("coordination")
    return CoordinationReport(
      claims: [ClaimReport(number: 7, items: [], holder: "Codex", pid: 12, until: "2026-01-31T10:00:00Z")],
      presenters: [PresenterReport(presenter: 1, name: "Neovim", pid: 13, path: "a.md")])
  }

  /// The connection it came over is its number.
  func claim(_ order: ClaimOrder) async throws(VerbError) -> ClaimReceipt {
    try note("claim")
    return Self.receipt(Int64(order.connection ?? 0) + 100)
  }

  func changeClaim(_ change: ClaimChange) async throws(VerbError) -> ClaimReceipt {
    try note("changeClaim \(change.number)")
    return Self.receipt(change.number)
  }

  func present(_ order: PresentOrder) async throws(VerbError) -> PresentReceipt {
    try note("present \(order.path)")
    return PresentReceipt(presenter: 3)
  }

  func answerNotice(_ answer: NoticeAnswer) async throws(VerbError) {
    try note("answerNotice \(answer.notice ?? 0)")
  }

  func notices(of connection: UInt64?) async throws(VerbError) -> AsyncStream<NoticeReport> {
    try note("notices")
    let (stream, continuation) = AsyncStream.makeStream(of: NoticeReport.self)
    continuation.finish()
    return stream
  }
}
