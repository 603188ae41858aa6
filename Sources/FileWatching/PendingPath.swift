internal import GitObjects

/// The state of a path that is not yet due.
struct PendingPath: Sendable {
  /// The last event.
  enum Kind: Hashable, Sendable {
    /// The event of inotify, or `postponed`: the recorder returned the path to be observed again.
    case created, modified, closed, renamedOnto, renamedAway, deleted, attributes, postponed
  }

  /// The last event.
  var kind: Kind
  /// The time of the first event since the path was last taken.
  var first: Int64
  /// The time of the last event.
  var last: Int64
  /// The start of the changes without a close; the limit on endless events counts from here.
  var writingFrom: Int64
  /// The time of the first close or rename onto it since the path was last taken; precedes `writingFrom`.
  var settlingFrom: Int64?
  /// The due time.
  var due: Int64
  /// Whether its first event created it, so that there is no recorded version to rename.
  var isFresh: Bool
  /// Whether its time was reached and it waits to be taken.
  var isReady = false
  /// The cookie of the rename that removed it, until the other end is reported.
  var cookie: UInt32?
  /// The target of the pending rename.
  var movedTo: WorkspacePath?

  /// The reason in the form for callers.
  var reason: SettledPath.Reason {
    switch kind {
    case .created: .created
    case .modified: .growing
    case .closed: .closed
    case .renamedOnto: .renamedOnto
    case .renamedAway: .renamedAway
    case .deleted: .deleted
    case .attributes: .attributes
    case .postponed: .postponed
    }
  }
}

/// The prefixes that were taken of a file that is still being written.
struct PrefixesTaken: Sendable {
  /// The total size of all prefixes in bytes.
  var bytes: Int64 = 0
  /// The time of the last prefix, or of the writer's first event.
  var time: Int64
}

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
