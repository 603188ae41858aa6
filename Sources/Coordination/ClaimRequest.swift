/// Asks for a claim on one or several items: all of them or none.
package struct ClaimRequest: Hashable, Sendable {
  /// The asker's own number for it, which no other request has.
  package var ticket: UInt64
  /// Who asks.
  package var holder: ClaimHolder
  /// What is claimed.
  package var items: [ClaimItem] { didSet { index = ClaimIndex(items) } }
  /// The connection whose end is the claim's end; nil where only time ends it.
  package var connection: UInt64?
  /// Until when it waits for others, monotonic nanoseconds.
  package var waitUntil: Int64
  /// How long it holds at most, nanoseconds from when it is granted.
  package var lasts: Int64
  /// Whether it stands for one write of the workspace's own: such claims do not wait for one another, since the writer
  /// merges what meets, no program is asked to save for them, and they end when the write does, not by time.
  package var isBrief: Bool
  /// Whether it is granted beside others' claims once it has waited: what comes from other machines is taken in the end.
  package var insists: Bool
  private var index: ClaimIndex?

  /// Makes a request.
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

  /// Whether two requests cannot be granted at the same time.
  func conflicts(with other: ClaimRequest) -> Bool {
    guard holder.party != other.holder.party, !(isBrief && other.isBrief) else { return false }
    if let index, items.count >= other.items.count { return other.items.contains { index.meets($0) } }
    if let index = other.index { return items.contains { index.meets($0) } }
    return items.contains { item in other.items.contains { item.conflicts(with: $0) } }
  }
}
