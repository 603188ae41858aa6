/// Requests a claim: all of its items or none.
package struct ClaimOrder: Verb {
  package typealias Answer = ClaimReceipt
  package static let name = "claim"
  package static let endsWithItsClient = true

  /// The claimed items: 1 to 1,000.
  package var items: [ClaimItem]
  /// The timeout for conflicting claims in seconds; nil for five, at most an hour.
  package var wait: Double?
  /// The seconds from the grant until the claim expires; nil for a minute, at most an hour.
  package var expires: Double?
  /// Whether the claim outlives the connection of the request; the holder releases it by its number.
  package var stays: Bool?
  /// The name that other programs see; nil for the agent's name, or "a script".
  package var name: String?
  package var caller: Caller

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
