/// A queue of commits to visit, the latest first; of equal times the greater id.
struct TimeQueue {
  /// A commit with its time.
  struct Item {
    /// Seconds since 1970.
    var seconds: Int64
    /// The commit.
    var id: ObjectID
  }

  private var heap: [Item] = []

  /// Whether the queue is empty.
  var isEmpty: Bool { heap.isEmpty }

  /// The next commit.
  var first: Item? { heap.first }

  /// Returns whether any queued commit satisfies a condition.
  func contains(where condition: (ObjectID) -> Bool) -> Bool { heap.contains { condition($0.id) } }

  /// Adds a commit.
  mutating func push(_ item: Item) {
    heap.append(item)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.isLater(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the next commit.
  mutating func pop() -> Item? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return top }
    heap[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if Self.isLater(heap[child], heap[best]) { best = child }
      }
      if best == parent { return top }
      heap.swapAt(parent, best)
      parent = best
    }
  }

  private static func isLater(_ left: Item, _ right: Item) -> Bool {
    left.seconds != right.seconds ? left.seconds > right.seconds : right.id < left.id
  }
}
