/// A claim that was granted.
package struct Claim: Hashable, Sendable {
  /// Its fencing number: higher than that of every claim before it, never used again.
  package var number: Int64
  /// What was asked.
  package var request: ClaimRequest
  /// When it ends, monotonic nanoseconds.
  package var until: Int64
  /// Programs that present an item and did not do what they were asked, each with why.
  package var unready: [UnreadyPresenter]

  /// Makes a claim.
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
