extension CommitGraph {
  /// The largest error of a clock, in seconds, with which the walk of `commits(from:excluding:)` still finds every
  /// excluded commit.
  private static let clockSlack: Int64 = 86_400

  /// Returns the commits reachable from `start` but from none of `excluded`, children before their parents, later ones
  /// first.
  ///
  /// The list is exact for one excluded commit. For several it may contain some commits that are reachable from them if
  /// clocks were wrong by more than a day: the exact list would need the whole history since the oldest of them.
  ///
  /// - Parameter limit: the maximum number of commits; without exclusions only these and their parents are read.
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read; a missing excluded commit is ignored.
  package func commits(
    from start: ObjectID, excluding excluded: [ObjectID], limit: Int = .max
  ) throws(ObjectStoreError) -> [ObjectID] {
    var wanted: Set<ObjectID> = [start]
    var hidden: Set<ObjectID> = []
    var queue = TimeQueue()
    var visited = 0
    for id in excluded where hidden.insert(id).inserted {
      guard let links = try? links(id) else { continue }
      queue.push(TimeQueue.Item(seconds: links.seconds, id: id))
    }
    if hidden.contains(start) { return [] }
    var earliest = try links(start).seconds
    queue.push(TimeQueue.Item(seconds: earliest, id: start))
    var open = 1
    var isSkewed = false
    while let item = queue.pop() {
      let isHidden = hidden.contains(item.id)
      if !isHidden {
        open -= 1
        visited += 1
        // Without exclusions no visited commit can be excluded later.
        if excluded.isEmpty, visited >= limit { break }
      }
      for parent in try links(item.id).parents {
        if isHidden {
          guard hidden.insert(parent).inserted else { continue }
          if wanted.remove(parent) != nil, queue.contains(where: { $0 == parent }) { open -= 1 }
        } else {
          guard !hidden.contains(parent), wanted.insert(parent).inserted else { continue }
          earliest = min(earliest, try links(parent).seconds)
          open += 1
        }
        queue.push(TimeQueue.Item(seconds: try links(parent).seconds, id: parent))
      }
      guard !isSkewed, open == 0, let next = queue.first, next.seconds < earliest - Self.clockSlack else { continue }
      // An excluded commit with a clock far behind is still queued although its ancestors were already listed.
      isSkewed = excluded.count == 1 && hasAncestor(of: excluded[0], in: wanted)
      if !isSkewed { break }
    }
    return Array(try childrenFirst(wanted).prefix(limit))
  }

  /// Returns the commits reachable from `start` through commits that can be read, children before their parents, later
  /// ones first: a lost commit is left out with the history behind it.
  ///
  /// - Throws: `ObjectStoreError` if `start` cannot be read, or if the store itself fails.
  package func readableCommits(from start: ObjectID) throws(ObjectStoreError) -> [ObjectID] {
    var readable: Set<ObjectID> = []
    var seen: Set<ObjectID> = [start]
    var next = [start]
    while let id = next.popLast() {
      let parents: [ObjectID]
      do throws(ObjectStoreError) { parents = try links(id).parents } catch {
        switch error {
        case .missing where id != start, .damaged where id != start: continue
        // A store that fails now may have the commit later.
        default: throw error
        }
      }
      readable.insert(id)
      for parent in parents where seen.insert(parent).inserted { next.append(parent) }
    }
    return try childrenFirst(readable)
  }

  /// Returns whether a commit is one of some commits or an ancestor of one; one walk for all of them.
  ///
  /// If clocks were wrong by more than a day, the answer for an ancestor may be false.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read; a missing one of `others` is ignored.
  package func isReachable(_ commit: ObjectID, from others: [ObjectID]) throws(ObjectStoreError) -> Bool {
    try commits(from: commit, excluding: others, limit: 1).isEmpty
  }

  /// Returns whether some of the commits of a walk are ancestors of a commit; false if its history cannot be read.
  private func hasAncestor(of commit: ObjectID, in walked: Set<ObjectID>) -> Bool {
    // If one of them is an ancestor, one of those without a parent among them is too.
    walked.contains { id in
      guard let parents = try? links(id).parents, !parents.contains(where: walked.contains) else { return false }
      return (try? isAncestor(id, of: commit)) ?? false
    }
  }

  /// Orders a set of commits so that no commit precedes one of its children.
  private func childrenFirst(_ set: Set<ObjectID>) throws(ObjectStoreError) -> [ObjectID] {
    var children: [ObjectID: Int] = [:]
    for id in set {
      for parent in try links(id).parents where set.contains(parent) { children[parent, default: 0] += 1 }
    }
    var ready = TimeQueue()
    for id in set where children[id] == nil { ready.push(TimeQueue.Item(seconds: try links(id).seconds, id: id)) }
    var order: [ObjectID] = []
    while let item = ready.pop() {
      order.append(item.id)
      for parent in try links(item.id).parents {
        guard let left = children[parent] else { continue }
        children[parent] = left - 1
        if left == 1 { ready.push(TimeQueue.Item(seconds: try links(parent).seconds, id: parent)) }
      }
    }
    return order
  }
}

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
