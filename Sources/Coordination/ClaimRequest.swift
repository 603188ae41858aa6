package import WorkspaceAPI

/// A request for a claim on one or several items: all of them or none.
package struct ClaimRequest: Hashable, Sendable {
  /// The requester's own number for it, unique among all requests.
  package var ticket: UInt64
  /// The party that requests.
  package var holder: ClaimHolder
  package var items: [ClaimItem] { didSet { index = ClaimIndex(items) } }
  /// The connection whose end ends the claim; nil if only time ends it.
  package var connection: UInt64?
  /// The time until which it waits for others, in monotonic nanoseconds.
  package var waitUntil: Int64
  /// The longest duration after the grant, in nanoseconds.
  package var lasts: Int64
  /// Whether it belongs to one write of the workspace itself. Such claims do not wait for one another, since the writer
  /// merges overlapping changes. No program is asked to save for them, and they end with the write, not by time.
  package var isBrief: Bool
  /// Whether it is granted beside others' claims after its wait: changes of other machines are accepted in the end.
  package var insists: Bool
  private var index: ClaimIndex?

  package init(
    ticket: UInt64, holder: ClaimHolder, items: [ClaimItem], connection: UInt64? = nil, waitUntil: Int64, lasts: Int64,
    isBrief: Bool = false, insists: Bool = false
  ) {
    self.ticket = ticket
    self.holder = holder
    self.items = items
    index = ClaimIndex(items)
    self.connection = connection
    self.waitUntil = waitUntil
    self.lasts = lasts
    self.isBrief = isBrief
    self.insists = insists
  }

  /// Returns whether two requests cannot be granted at the same time.
  func conflicts(with other: ClaimRequest) -> Bool {
    guard holder.party != other.holder.party, !(isBrief && other.isBrief) else { return false }
    if let index, items.count >= other.items.count { return other.items.contains { index.meets($0) } }
    if let index = other.index { return items.contains { index.meets($0) } }
    return items.contains { item in other.items.contains { item.conflicts(with: $0) } }
  }
}
