/// Changes a claim that stands.
package struct ClaimChange: Verb {
  package typealias Answer = ClaimReceipt
  package static let name = "changeClaim"

  /// Its number.
  package var number: Int64
  /// How many seconds it holds from now on; nil to give it back.
  package var expires: Double?
  /// Who asks.
  package var caller: Caller

  /// Makes a change.
  package init(number: Int64, expires: Double? = nil, caller: Caller = .person) {
    self.number = number
    self.expires = expires
    self.caller = caller
  }
}
