/// The history that was made before Stet sealed its commits, walked back from its newest commits as far as was asked for.
struct UnsealedHistory {
  /// A commit may be so many seconds later than one that was made on it, by clocks that were wrong.
  private static let clockSlack: Int64 = 86_400

  /// The newest commits of the lines, each once.
  private(set) var starts: [ObjectID] = []
  private var reached: Set<ObjectID> = []
  private var queue = TimeQueue()

  /// Adds the newest commit of a line; answers whether it was not known.
  mutating func add(_ start: ObjectID, seconds: Int64) -> Bool {
    guard !starts.contains(start) else { return false }
    starts.append(start)
    if reached.insert(start).inserted { queue.push(TimeQueue.Item(seconds: seconds, id: start)) }
    return true
  }

  /// Whether a commit is part of it.
  mutating func contains(
    _ id: ObjectID, seconds: Int64, links: (ObjectID) throws(ObjectStoreError) -> CommitLinks
  ) throws(ObjectStoreError) -> Bool {
    while !reached.contains(id), let next = queue.first, next.seconds >= seconds - Self.clockSlack {
      let parents = try links(next.id).parents
      _ = queue.pop()
      for parent in parents where reached.insert(parent).inserted {
        queue.push(TimeQueue.Item(seconds: try links(parent).seconds, id: parent))
      }
    }
    return reached.contains(id)
  }
}

extension CommitGraph {
  /// Takes a commit whose history was made before seals: what its commits say is believed. One that is missing says nothing.
  package func noteUnsealed(upTo start: ObjectID) {
    guard let seconds = try? links(start).seconds, unsealed.add(start, seconds: seconds) else { return }
    seals = RecentCache(limit: sealLimit)
  }

  /// Whether a commit is from before seals, or nothing is known of that yet.
  func isFromBeforeSeals(_ id: ObjectID) throws(ObjectStoreError) -> Bool {
    if believesUnsealed { return true }
    guard !unsealed.starts.isEmpty else { return false }
    return try unsealed.contains(id, seconds: try links(id).seconds) { id throws(ObjectStoreError) in try links(id) }
  }
}
