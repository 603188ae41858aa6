internal import LargeFiles
internal import Synchronization

/// Which objects of the groups that are on their way have begun to move: what has not can be taken out of its group. Asked
/// from any thread.
final class BegunObjects: Sendable {
  private struct Group {
    var begun: Set<ContentID> = []
    var withdrawn: Set<ContentID> = []
  }

  private let groups = Mutex<[Int: Group]>([:])

  /// Nothing has begun.
  init() {}

  /// A group is about to begin.
  func open(_ group: Int) { groups.withLock { $0[group] = Group() } }

  /// Whether an object may begin in its group; from then on it cannot be withdrawn.
  func begin(_ id: ContentID, in group: Int) -> Bool {
    groups.withLock { groups in
      guard groups[group]?.withdrawn.contains(id) == false else { return false }
      groups[group]?.begun.insert(id)
      return true
    }
  }

  /// Takes an object out of its group; false where it has begun, and where the group is over: what became of it is on its
  /// way then.
  func withdraw(_ id: ContentID, from group: Int) -> Bool {
    groups.withLock { groups in
      guard groups[group]?.begun.contains(id) == false else { return false }
      groups[group]?.withdrawn.insert(id)
      return true
    }
  }

  /// A group is over.
  func forget(_ group: Int) { groups.withLock { $0[group] = nil } }

  /// How many groups are on their way.
  var count: Int { groups.withLock(\.count) }
}
