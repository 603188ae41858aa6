internal import GitObjects

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
