package import LargeFiles

/// The objects that are here, as listed last. While the disk is short of room, the list is needed for each object to be
/// downloaded, and making it reads all object folders. Pure.
package struct ListedObjects: Sendable {
  /// The time in seconds for which a list is valid: less than the interval between two checks of the disk's room.
  private static let lifetime: Int64 = 50

  private var listed: (objects: [StoredObject], at: Int64)?

  package init() {}

  /// Returns the listed objects without those that were removed since; nil if there is no recent list.
  ///
  /// - Parameter now: the time in seconds.
  package func objects(at now: Int64) -> [StoredObject]? {
    guard let listed, now - listed.at < Self.lifetime, now >= listed.at else { return nil }
    return listed.objects
  }

  /// Stores a list.
  package mutating func note(_ objects: [StoredObject], at now: Int64) { listed = (objects, now) }

  /// Removes deleted objects from the list.
  package mutating func remove(_ ids: Set<ContentID>) { listed?.objects.removeAll { ids.contains($0.id) } }
}
