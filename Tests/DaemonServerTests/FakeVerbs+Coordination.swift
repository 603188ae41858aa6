import WorkspaceAPI

extension FakeVerbs {
  /// Answers that bear what was asked.
  static func receipt(_ number: Int64) -> ClaimReceipt {
    ClaimReceipt(number: number, items: [], until: "2026-01-31T10:00:00Z", seconds: 60)
  }

  func coordination(_ request: CoordinationRequest) async throws(VerbError) -> CoordinationReport {
    try note(request, as: "coordination")
    return CoordinationReport(
      claims: [ClaimReport(number: 7, items: [], holder: "Codex", pid: 12, until: "2026-01-31T10:00:00Z")],
      presenters: [PresenterReport(presenter: 1, name: "Neovim", pid: 13, path: "a.md")])
  }

  /// The connection it came over is its number.
  func claim(_ order: ClaimOrder) async throws(VerbError) -> ClaimReceipt {
    try note(order, as: "claim")
    return Self.receipt(Int64(order.caller.connection ?? 0) + 100)
  }

  func changeClaim(_ change: ClaimChange) async throws(VerbError) -> ClaimReceipt {
    try note(change, as: "changeClaim \(change.number)")
    return Self.receipt(change.number)
  }

  func present(_ order: PresentOrder) async throws(VerbError) -> PresentReceipt {
    try note(order, as: "present \(order.path)")
    return PresentReceipt(presenter: 3)
  }

  func answerNotice(_ answer: NoticeAnswer) async throws(VerbError) -> Nothing {
    try note(answer, as: "answerNotice \(answer.notice ?? 0)")
    return Nothing()
  }

  func notices(_ request: NoticesRequest) async throws(VerbError) -> AsyncStream<NoticeReport> {
    try note(request, as: "notices")
    let (stream, continuation) = AsyncStream.makeStream(of: NoticeReport.self)
    continuation.finish()
    return stream
  }
}
