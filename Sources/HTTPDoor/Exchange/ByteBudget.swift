/// The budget for bytes of messages in memory, over all connections.
package struct ByteBudget: Hashable, Sendable {
  private let limit: Int
  private var taken = 0

  /// Creates a budget of `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Reserves bytes; returns false if there are not enough left. A single message is always allowed.
  package mutating func take(_ bytes: Int) -> Bool {
    guard taken == 0 || bytes <= limit - taken else { return false }
    taken += bytes
    return true
  }

  /// Releases reserved bytes.
  package mutating func giveBack(_ bytes: Int) {
    taken = max(0, taken - bytes)
  }
}
