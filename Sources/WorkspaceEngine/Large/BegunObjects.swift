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

  /// Whether an object may begin in its group; from then on it cannot be withdrawn.
  func begin(_ id: ContentID, in group: Int) -> Bool {
    groups.withLock { groups in
      if groups[group]?.withdrawn.contains(id) == true { return false }
      groups[group, default: Group()].begun.insert(id)
      return true
    }
  }

  /// Takes an object out of its group; false where it has begun.
  func withdraw(_ id: ContentID, from group: Int) -> Bool {
    groups.withLock { groups in
      if groups[group]?.begun.contains(id) == true { return false }
      groups[group, default: Group()].withdrawn.insert(id)
      return true
    }
  }

  /// A group is over.
  func forget(_ group: Int) { groups.withLock { $0[group] = nil } }
}
