/// Keys ordered by time: a binary heap with one or a few entries a key.
///
/// A changed time is not searched for; the caller of `take` compares it with the key's current time.
struct DeadlineQueue<Key: Sendable>: Sendable {
  private var heap: [(time: Int64, key: Key)] = []

  /// The earliest time; nil when empty.
  var next: Int64? { heap.first?.time }

  /// Adds a key.
  mutating func add(_ key: Key, at time: Int64) {
    heap.append((time, key))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].time < heap[parent].time else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the earliest key if its time has been reached.
  mutating func take(until now: Int64) -> Key? {
    guard let first = heap.first, first.time <= now else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.key }
    heap[0] = last
    var parent = 0
    while true {
      let left = parent * 2 + 1
      guard left < heap.count else { break }
      let child = left + 1 < heap.count && heap[left + 1].time < heap[left].time ? left + 1 : left
      guard heap[child].time < heap[parent].time else { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return first.key
  }
}
