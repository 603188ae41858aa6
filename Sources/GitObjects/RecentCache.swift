/// A bounded cache that drops the values unused for the longest time.
///
/// Values are dropped in batches (the older half), so that a lookup costs one dictionary access and a counter.
package struct RecentCache<Key: Hashable, Value> {
  private var slots: [Key: (value: Value, cost: Int, used: UInt64)] = [:]
  private var clock: UInt64 = 0
  private var total = 0
  private let limit: Int

  /// Creates a cache whose values cost at most `limit` together.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Returns the value of a key, which counts as a use; nil if it was never added or was dropped.
  package mutating func value(for key: Key) -> Value? {
    guard let position = slots.index(forKey: key) else { return nil }
    clock += 1
    slots.values[position].used = clock
    return slots.values[position].value
  }

  /// Adds a value; one that costs more than half of the limit is not kept.
  package mutating func put(_ value: Value, for key: Key, cost: Int = 1) {
    guard cost <= limit / 2 else { return }
    clock += 1
    total += cost - (slots[key]?.cost ?? 0)
    slots[key] = (value, cost, clock)
    if total > limit { forgetOlderHalf() }
  }

  private mutating func forgetOlderHalf() {
    let order = slots.map { (key: $0.key, cost: $0.value.cost, used: $0.value.used) }.sorted { $0.used < $1.used }
    for slot in order where total > limit / 2 {
      slots[slot.key] = nil
      total -= slot.cost
    }
  }
}
