package import WorkspaceAPI

extension DaemonClient {
  package func coordination() async throws(VerbError) -> CoordinationReport {
    try await call(.coordination)
  }

  package func claim(_ order: ClaimOrder) async throws(VerbError) -> ClaimReceipt {
    try await call(.claim(order))
  }

  package func changeClaim(_ change: ClaimChange) async throws(VerbError) -> ClaimReceipt {
    try await call(.changeClaim(change))
  }

  package func present(_ order: PresentOrder) async throws(VerbError) -> PresentReceipt {
    try await call(.present(order))
  }

  package func answerNotice(_ answer: NoticeAnswer) async throws(VerbError) {
    let _: RPCNothing = try await call(.answerNotice(answer))
  }

  package func notices(of connection: UInt64?) async throws(VerbError) -> AsyncStream<NoticeReport> {
    try await subscribeToNotices()
  }
}
