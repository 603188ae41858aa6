package import WorkspaceAPI

/// A granted claim.
package struct Claim: Hashable, Sendable {
  /// The fencing number: higher than that of every earlier claim, never reused.
  package var number: Int64
  package var request: ClaimRequest
  /// The end of the claim in monotonic nanoseconds.
  package var until: Int64
  /// Programs that present an item and did not do as asked, each with the reason.
  package var unready: [UnreadyPresenter] = []
}

/// The party that requests a claim.
package struct ClaimHolder: Hashable, Sendable, Codable {
  /// The identity of the party; a party never waits for itself.
  package var party: String
  /// The name that others see.
  package var name: String
  /// The process id, if it is known.
  package var pid: Int32?
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

/// The reason for the end of a claim.
package enum ClaimEnd: String, Hashable, Sendable, Codable, CaseIterable {
  /// The holder released it.
  case released
  /// It timed out.
  case expired
  /// The connection that it was bound to ended.
  case holderGone = "holder-gone"
  /// A file was moved to the path of an earlier claim, which is kept.
  case displaced
}

/// The reason why a claim was not granted.
package enum ClaimRefusal: Error, Hashable, Sendable {
  /// Another party holds a claim or requested one before; the time is nil for one that waits.
  case held(by: ClaimHolder, item: ClaimItem, until: Int64?)
  /// There are too many granted and waiting claims.
  case tooMany(Int)
  /// The requester's connection ended.
  case gone
}
