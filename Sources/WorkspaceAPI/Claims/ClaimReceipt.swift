/// A granted claim, as its holder sees it.
package struct ClaimReceipt: Sendable, Codable, Hashable {
  /// The fencing number: a write with this number is refused after the claim has ended.
  package var number: Int64
  /// The claimed items by their present paths: the claim follows a file that was moved.
  package var items: [ClaimItem]
  /// The time at which the claim expires, ISO 8601.
  package var until: String
  /// The seconds from now until the claim expires.
  package var seconds: Double
  /// The programs that have an item open and did not save or release it.
  package var unready: [UnreadyPresenter]

  package init(number: Int64, items: [ClaimItem], until: String, seconds: Double, unready: [UnreadyPresenter] = []) {
    self.number = number
    self.items = items
    self.until = until
    self.seconds = seconds
    self.unready = unready
  }
}

/// A program that was asked to save or release a file, and did not.
package struct UnreadyPresenter: Hashable, Sendable, Codable {
  /// The program's name.
  package var name: String
  /// The reason in the program's own words; nil if the program did not answer in time.
  package var reason: String?

  package init(name: String, reason: String?) {
    self.name = name
    self.reason = reason
  }
}

/// Renews or releases a granted claim.
package struct ClaimChange: Verb {
  package typealias Answer = ClaimReceipt
  package static let name = "changeClaim"

  /// The claim's number.
  package var number: Int64
  /// The number of seconds until the claim expires, from now on; nil to release it.
  package var expires: Double?
  package var caller: Caller

  package init(number: Int64, expires: Double? = nil, caller: Caller = .person) {
    self.number = number
    self.expires = expires
    self.caller = caller
  }
}
