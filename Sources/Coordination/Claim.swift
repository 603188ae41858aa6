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

/// A program that was asked to save or to let go, and did not.
package struct UnreadyPresenter: Hashable, Sendable, Codable {
  /// Its name.
  package var name: String
  /// Why, in its own words; nil where it did not answer in time.
  package var reason: String?

  /// Makes one.
  package init(name: String, reason: String?) {
    self.name = name
    self.reason = reason
  }
}
