internal import LargeFiles

/// The objects that are here, as they were listed last: while room is short they are wanted for each object that is to come,
/// and a list reads all their folders. Pure.
struct ListedObjects: Sendable {
  /// How long a list holds, seconds: less than from one look at the room to the next.
  private static let lifetime: Int64 = 50

  private var listed: (objects: [StoredObject], at: Int64)?

  /// Nothing was listed.
  init() {}

  /// What was listed lately, without what went since; nil where it is to be listed.
  ///
  /// - Parameter now: seconds.
  func objects(at now: Int64) -> [StoredObject]? {
    guard let listed, now - listed.at < Self.lifetime, now >= listed.at else { return nil }
    return listed.objects
  }

  /// Takes note of a list.
  mutating func note(_ objects: [StoredObject], at now: Int64) { listed = (objects, now) }

  /// Takes note that objects went.
  mutating func remove(_ ids: Set<ContentID>) { listed?.objects.removeAll { ids.contains($0.id) } }
}
