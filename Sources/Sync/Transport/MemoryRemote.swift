package import GitObjects
internal import Synchronization

/// A remote repository in memory that several simulated machines share.
package final class MemoryRemote: Sendable {
  struct State {
    var objects: [ObjectID: (kind: ObjectKind, content: [UInt8])] = [:]
    var references: [String: ObjectID] = [:]
    var faults: [MemoryFault] = []
    var isOffline = false
  }

  let state = Mutex(State())

  /// Makes an empty remote.
  package init() {}

  /// What a branch names.
  package func branch(_ name: String) -> ObjectID? { reference("refs/heads/" + name) }

  /// What a reference names.
  package func reference(_ name: String) -> ObjectID? { state.withLock { $0.references[name] } }

  /// Moves a branch as somebody with force would, backwards too; nil deletes it.
  package func setBranch(_ name: String, to id: ObjectID?) {
    state.withLock { $0.references["refs/heads/" + name] = id }
  }

  /// The next calls meet these, one each.
  package func inject(_ faults: [MemoryFault]) { state.withLock { $0.faults += faults } }

  /// How many injected faults were not met yet.
  package var faultsLeft: Int { state.withLock { $0.faults.count } }

  /// Whether every call fails as if the network were gone.
  package func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

  /// How many objects it has.
  package var count: Int { state.withLock { $0.objects.count } }
}

extension MemoryRemote.State {
  /// What happens to the call that comes now.
  mutating func nextFault() -> MemoryFault? {
    if isOffline { return .offline }
    return faults.isEmpty ? nil : faults.removeFirst()
  }

  /// What happens to a call that only asks: faults of pushes wait for one.
  mutating func nextFaultOfAsking() -> MemoryFault? {
    switch faults.first {
    case .rejected, .refused: isOffline ? .offline : nil
    default: nextFault()
    }
  }

  /// The objects reachable from a commit that the store lacks, what they need before themselves.
  func closure(
    of start: ObjectID, missingIn contains: (ObjectID) -> Bool
  ) -> [(id: ObjectID, kind: ObjectKind, content: [UInt8])] {
    MemoryClosure.list(from: start, contains: contains) { objects[$0] }
  }
}
