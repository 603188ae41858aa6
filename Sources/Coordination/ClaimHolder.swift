/// The party that requests a claim.
package struct ClaimHolder: Hashable, Sendable, Codable {
  /// The identity of the party; a party never waits for itself.
  package var party: String
  /// The name that others see.
  package var name: String
  /// The process id, if it is known.
  package var pid: Int32?
  /// Whether it is an agent.
  package var isAgent: Bool
  /// The agent's session; nil where it named none.
  package var session: String?

  /// Creates a holder.
  package init(party: String, name: String, pid: Int32? = nil, isAgent: Bool = false, session: String? = nil) {
    self.party = party
    self.name = name
    self.pid = pid
    self.isAgent = isAgent
    self.session = session
  }
}
