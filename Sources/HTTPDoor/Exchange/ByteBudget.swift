/// How many bytes of messages may be in memory at once, over all connections.
package struct ByteBudget: Hashable, Sendable {
  private let limit: Int
  private var taken = 0

  /// A budget of `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes bytes out of it; false where there are not so many left. One message always goes.
  package mutating func take(_ bytes: Int) -> Bool {
    guard taken == 0 || bytes <= limit - taken else { return false }
    taken += bytes
    return true
  }

  /// Puts back what `take` took.
  package mutating func giveBack(_ bytes: Int) {
    taken = max(0, taken - bytes)
  }
}
