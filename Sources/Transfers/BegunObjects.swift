internal import LargeFiles
internal import Synchronization

/// The objects of the running groups that have begun to move: an object that has not begun can be withdrawn from its
/// group. May be called from any thread.
final class BegunObjects: Sendable {
  private struct Group {
    var begun: Set<ContentID> = []
    var withdrawn: Set<ContentID> = []
  }

  private let groups = Mutex<[Int: Group]>([:])

  init() {}

  /// Registers a group that is about to begin.
  func open(_ group: Int) { groups.withLock { $0[group] = Group() } }

  /// Marks an object as begun; from then on it cannot be withdrawn.
  ///
  /// - Returns: whether the object may begin in its group.
  func begin(_ id: ContentID, in group: Int) -> Bool {
    groups.withLock { groups in
      guard groups[group]?.withdrawn.contains(id) == false else { return false }
      groups[group]?.begun.insert(id)
      return true
    }
  }

  /// Withdraws an object from its group.
  ///
  /// - Returns: false if the object has begun, or if the group has ended: then the object's outcome is still to be
  ///   delivered.
  func withdraw(_ id: ContentID, from group: Int) -> Bool {
    groups.withLock { groups in
      guard groups[group]?.begun.contains(id) == false else { return false }
      groups[group]?.withdrawn.insert(id)
      return true
    }
  }

  /// Removes a group that has ended.
  func forget(_ group: Int) { groups.withLock { $0[group] = nil } }

  /// The number of running groups.
  var count: Int { groups.withLock(\.count) }
}
