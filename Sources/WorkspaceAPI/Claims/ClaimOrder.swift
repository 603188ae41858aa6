/// Asks for a claim: all of its items or none.
package struct ClaimOrder: Verb {
  package typealias Answer = ClaimReceipt
  package static let name = "claim"
  package static let endsWithItsClient = true

  /// What is claimed: 1 to 1,000 items.
  package var items: [ClaimItem]
  /// How long others are waited for, seconds; nil for five, at most an hour.
  package var wait: Double?
  /// When the claim ends by itself, seconds from when it is granted; nil for a minute, at most an hour.
  package var expires: Double?
  /// Whether it outlives the connection it was asked over: the holder gives it back by its number.
  package var stays: Bool?
  /// The name that others are told; nil for the agent's, or "a script".
  package var name: String?
  /// Who asks.
  package var caller: Caller

  /// Makes an order.
  package init(
    items: [ClaimItem], wait: Double? = nil, expires: Double? = nil, stays: Bool? = nil, name: String? = nil,
    caller: Caller = .person
  ) {
    self.items = items
    self.wait = wait
    self.expires = expires
    self.stays = stays
    self.name = name
    self.caller = caller
  }
}
