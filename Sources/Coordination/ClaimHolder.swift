/// Who asks for a claim.
package struct ClaimHolder: Hashable, Sendable, Codable {
  /// What tells parties apart; one party never waits for itself.
  package var party: String
  /// The name that others are told.
  package var name: String
  /// The process, where it is known.
  package var pid: Int32?

  /// Makes a holder.
  package init(party: String, name: String, pid: Int32? = nil) {
    self.party = party
    self.name = name
    self.pid = pid
  }
}
