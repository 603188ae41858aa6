package import GitObjects
internal import Synchronization

/// A remote repository in memory that several simulated machines share.
package final class MemoryRemote: Sendable {
  package struct State {
    package var objects: [ObjectID: (kind: ObjectKind, content: [UInt8])] = [:]
    package var references: [String: ObjectID] = [:]
    var faults: [MemoryFault] = []
    package var isOffline = false
  }

  let state = Mutex(State())

  package init() {}

  /// Returns the commit of a branch.
  package func branch(_ name: String) -> ObjectID? { reference("refs/heads/" + name) }

  /// Returns the commit of a reference.
  package func reference(_ name: String) -> ObjectID? { state.withLock { $0.references[name] } }

  /// Moves a branch as a forced push does, backwards too; nil deletes it.
  package func setBranch(_ name: String, to id: ObjectID?) {
    state.withLock { $0.references["refs/heads/" + name] = id }
  }

  /// Adds faults for the next calls, one for each.
  package func inject(_ faults: [MemoryFault]) { state.withLock { $0.faults += faults } }

  /// The number of injected faults that are left.
  package var faultsLeft: Int { state.withLock { $0.faults.count } }

  /// Sets whether every call fails as without a network.
  package func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

  /// The number of objects.
  package var count: Int { state.withLock { $0.objects.count } }
}

extension MemoryRemote.State {
  /// Returns the fault of the next call; nil for none.
  mutating func nextFault() -> MemoryFault? {
    if isOffline { return .offline }
    return faults.isEmpty ? nil : faults.removeFirst()
  }

  /// Returns the fault of the next call that only asks; faults of pushes stay for a push.
  mutating func nextFaultOfAsking() -> MemoryFault? {
    switch faults.first {
    case .rejected, .refused: isOffline ? .offline : nil
    default: nextFault()
    }
  }

  /// Returns the objects reachable from a commit that a store lacks, each after the objects that it needs.
  func closure(
    of start: ObjectID, missingIn contains: (ObjectID) -> Bool
  ) -> [(id: ObjectID, kind: ObjectKind, content: [UInt8])] {
    MemoryClosure.list(from: start, contains: contains) { objects[$0] }
  }
}

/// Walks the objects that a commit needs, for remotes in memory.
enum MemoryClosure {
  /// Returns the objects that are reachable from `start` and missing in the other store, each after all objects that it
  /// names.
  static func list(
    from start: ObjectID, contains: (ObjectID) -> Bool, read: (ObjectID) -> (kind: ObjectKind, content: [UInt8])?
  ) -> [(id: ObjectID, kind: ObjectKind, content: [UInt8])] {
    var found: [(id: ObjectID, kind: ObjectKind, content: [UInt8])] = []
    var known: Set<ObjectID> = []
    var pending = [start]
    while let id = pending.popLast() {
      guard known.insert(id).inserted, !contains(id), let object = read(id) else { continue }
      found.append((id, object.kind, object.content))
      switch object.kind {
      case .commit:
        if let commit = try? Commit(content: object.content) { pending += commit.parents + [commit.tree] }
      case .tree:
        let entries = (try? Tree(content: object.content))?.entries ?? []
        pending += entries.filter { $0.mode != .gitlink }.map(\.id)
      case .blob, .tag: break
      }
    }
    return found.reversed()
  }
}

/// A fault of a remote in memory during one call.
package enum MemoryFault: Hashable, Sendable {
  /// The call does not reach the remote.
  case offline
  /// The remote executes the call, and the answer is lost.
  case replyLost
  /// The remote rejects a push as if another machine had pushed first.
  case rejected
  /// The remote refuses a push with these words.
  case refused(String)
  /// The remote does not answer before the deadline.
  case silent
}
