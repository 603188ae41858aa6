/// The party that requests a claim.
package struct ClaimHolder: Hashable, Sendable, Codable {
  /// The identity of the party; a party never waits for itself.
  package var party: String
  /// The name that others see.
  package var name: String
  /// The process id, if it is known.
  package var pid: Int32?

  /// Creates a holder.
  package init(party: String, name: String, pid: Int32? = nil) {
    self.party = party
    self.name = name
    self.pid = pid
  }
}
