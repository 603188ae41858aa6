import Git
import GitObjects

/// A remote with one branch, as `git fetch` and `git push` see it: objects go whole, the branch by comparing.
final class SharedBranch {
  private let store = MemoryObjectStore()
  /// The branch's commit.
  private(set) var head: ObjectID?

  /// Gives a machine all that the branch names, through `receive`.
  func fetch(into machine: any ObjectStore, _ receive: (ObjectKind, [UInt8]) throws -> Void) throws -> ObjectID? {
    if let head { try Self.copy(head, from: store, lacking: machine, receive) }
    return head
  }

  /// Takes a commit if the branch is still as expected; false if somebody was faster.
  func push(_ commit: ObjectID, from machine: any ObjectStore, expecting expected: ObjectID?) throws -> Bool {
    guard head == expected else { return false }
    try Self.copy(commit, from: machine, lacking: store) { kind, content in _ = try store.write(kind, content) }
    head = commit
    return true
  }

  /// Copies an object; the objects that it needs are copied before it.
  ///
  /// A tree that the target has may be left of an abandoned merge whose files a power cut took: it is read all the same.
  private static func copy(
    _ id: ObjectID, from source: any ObjectStore, lacking target: any ObjectStore,
    _ receive: (ObjectKind, [UInt8]) throws -> Void
  ) throws {
    var pending = [(id, false)]
    while let (id, isReady) = pending.popLast() {
      if id == .emptyTree { continue }
      let object = try source.read(id)
      let isThere = target.contains(id)
      if isThere, object.kind != .tree { continue }
      if isReady {
        if !isThere { try receive(object.kind, object.content) }
        continue
      }
      pending.append((id, true))
      switch object.kind {
      case .commit:
        let commit = try source.commit(id)
        for needed in commit.parents + [commit.tree] { pending.append((needed, false)) }
      case .tree:
        for entry in try source.tree(id).entries where entry.mode != .gitlink { pending.append((entry.id, false)) }
      default: break
      }
    }
  }
}
