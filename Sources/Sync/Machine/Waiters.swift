/// The callers that wait until both sides are equal.
struct Waiters: Hashable, Sendable {
  private struct Waiter: Hashable, Sendable {
    var id: Int
    /// The number of the last round that began before the call; only later ones count for it.
    var round: Int
  }

  private var list: [Waiter] = []

  /// Whether nobody waits.
  var isEmpty: Bool { list.isEmpty }
  /// The number of callers.
  var count: Int { list.count }

  /// Adds a caller.
  ///
  /// - Parameter round: the number of the last round that began.
  mutating func add(_ id: Int, after round: Int) { list.append(Waiter(id: id, round: round)) }

  /// Removes a caller; returns whether it was waiting.
  mutating func remove(_ id: Int) -> Bool {
    let count = list.count
    list.removeAll { $0.id == id }
    return list.count < count
  }

  /// Removes the callers that were added before a round began, and returns them in order.
  mutating func take(before round: Int) -> [Int] {
    defer { list.removeAll { $0.round < round } }
    return list.filter { $0.round < round }.map(\.id)
  }
}
