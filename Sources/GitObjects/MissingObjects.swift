/// A search for objects that history names and a store lacks.
package struct MissingObjects {
  /// One missing object and its place in history.
  package struct Item: Hashable, Sendable {
    /// The object's id.
    package var id: ObjectID
    /// The object's kind.
    package var kind: ObjectKind
    /// The path of a file or folder; nil for a commit and for a commit's own tree.
    package var path: String?
    /// The first commit on the walk that names it; for a commit its child, nil if a reference names it.
    package var commit: ObjectID?
  }

  private struct Step {
    var id: ObjectID
    var prefix: String
    var commit: ObjectID
  }

  /// Returns all objects that are missing below some commits; a file's content once for each path that names it.
  ///
  /// - Parameter readsBlobs: whether files' contents are read instead of only looked up.
  package static func find(
    from starts: [ObjectID], in store: any ObjectStore, readsBlobs: Bool = false
  ) -> [Item] {
    var items: [Item] = []
    var known: Set<ObjectID> = []
    var lost: [ObjectID: Set<NameKey>] = [:]
    var commits: [(id: ObjectID, child: ObjectID?)] = starts.map { ($0, nil) }
    while let (id, child) = commits.popLast() {
      guard known.insert(id).inserted else { continue }
      guard let object = try? store.read(id) else {
        items.append(Item(id: id, kind: .commit, path: nil, commit: child))
        continue
      }
      // A tag's path to its commit is not needed here.
      guard object.kind == .commit, let commit = try? Commit(content: object.content) else { continue }
      commits += commit.parents.map { ($0, id) }
      walk(commit.tree, of: id, in: store, readsBlobs: readsBlobs, known: &known, lost: &lost, into: &items)
    }
    return items
  }

  /// Returns the first commit beyond another one with anything missing, including files' contents; nil if there is
  /// none.
  ///
  /// - Parameter limit: the maximum number of commits to check.
  package static func firstIncomplete(
    from id: ObjectID, over tip: ObjectID?, limit: Int, graph: CommitGraph, in store: any ObjectStore
  ) -> ObjectID? {
    guard let commits = try? graph.commits(from: id, excluding: [tip].compactMap { $0 }, limit: limit) else {
      return id
    }
    return commits.first { commit in
      guard let tree = try? store.commit(commit).tree else { return true }
      var items: [Item] = []
      var known: Set<ObjectID> = []
      var lost: [ObjectID: Set<NameKey>] = [:]
      walk(tree, of: commit, in: store, readsBlobs: false, known: &known, lost: &lost, into: &items)
      return !items.isEmpty
    }
  }

  /// Returns whether a commit and all folders below it can be read; contents of files are not checked.
  package static func hasFolders(_ id: ObjectID, in store: any ObjectStore) -> Bool {
    guard let commit = try? store.commit(id) else { return false }
    var items: [Item] = []
    var known: Set<ObjectID> = []
    var lost: [ObjectID: Set<NameKey>] = [:]
    walk(commit.tree, of: id, in: store, readsBlobs: false, known: &known, lost: &lost, into: &items)
    return items.allSatisfy { $0.kind == .blob }
  }

  private static func walk(
    _ root: ObjectID, of commit: ObjectID, in store: any ObjectStore, readsBlobs: Bool,
    known: inout Set<ObjectID>, lost: inout [ObjectID: Set<NameKey>], into items: inout [Item]
  ) {
    var pending = [Step(id: root, prefix: "", commit: commit)]
    while let step = pending.popLast() {
      guard step.id != .emptyTree, known.insert(step.id).inserted else { continue }
      guard let tree = try? store.tree(step.id) else {
        let path = step.prefix.isEmpty ? nil : String(step.prefix.dropLast())
        items.append(Item(id: step.id, kind: .tree, path: path, commit: commit))
        continue
      }
      for entry in tree.entries where entry.mode != .gitlink {
        if entry.mode == .tree {
          pending.append(Step(id: entry.id, prefix: step.prefix + entry.name + "/", commit: commit))
          continue
        }
        let isNew = known.insert(entry.id).inserted
        guard isNew || lost[entry.id] != nil else { continue }
        if isNew {
          let isThere = readsBlobs ? (try? store.read(entry.id)) != nil : store.contains(entry.id)
          if isThere { continue }
        }
        let path = step.prefix + entry.name
        guard lost[entry.id, default: []].insert(NameKey(path)).inserted else { continue }
        items.append(Item(id: entry.id, kind: .blob, path: path, commit: commit))
      }
    }
  }
}
