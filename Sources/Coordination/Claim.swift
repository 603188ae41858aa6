package import WorkspaceAPI

/// A granted claim.
package struct Claim: Hashable, Sendable {
  /// The fencing number: higher than that of every earlier claim, never reused.
  package var number: Int64
  /// The request.
  package var request: ClaimRequest
  /// The end of the claim in monotonic nanoseconds.
  package var until: Int64
  /// Programs that present an item and did not do as asked, each with the reason.
  package var unready: [UnreadyPresenter]

  /// Creates a claim.
  package init(number: Int64, request: ClaimRequest, until: Int64, unready: [UnreadyPresenter] = []) {
    self.number = number
    self.request = request
    self.until = until
    self.unready = unready
  }
}
