/// Renews or releases a granted claim.
package struct ClaimChange: Verb {
  package typealias Answer = ClaimReceipt
  package static let name = "changeClaim"

  /// The claim's number.
  package var number: Int64
  /// The number of seconds until the claim expires, from now on; nil to release it.
  package var expires: Double?
  /// The caller.
  package var caller: Caller

  /// Creates a change.
  package init(number: Int64, expires: Double? = nil, caller: Caller = .person) {
    self.number = number
    self.expires = expires
    self.caller = caller
  }
}
