/// The verbs by which programs that work on the same files keep out of each other's way.
///
/// Claims are advice: they hold up those who ask. What a person saves in an editor is recorded whoever claims the file
/// (see the article *A claim is advice*).
package protocol CoordinationVerbs: Sendable {
  /// Who claims what, who waits, who has what open.
  func coordination() async throws(VerbError) -> CoordinationReport
  /// Claims files or folders; answers when it is granted.
  func claim(_ order: ClaimOrder) async throws(VerbError) -> ClaimReceipt
  /// Has a claim hold longer, or gives it back.
  func changeClaim(_ change: ClaimChange) async throws(VerbError) -> ClaimReceipt
  /// Says that a program has a file or folder open.
  func present(_ order: PresentOrder) async throws(VerbError) -> PresentReceipt
  /// Says what became of a notice, or that a file is open no more.
  func answerNotice(_ answer: NoticeAnswer) async throws(VerbError)
  /// What the programs of a connection are asked and told; the connection is the caller's own where it is nil.
  func notices(of connection: UInt64?) async throws(VerbError) -> AsyncStream<NoticeReport>
}
