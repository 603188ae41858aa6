internal import Documents
internal import GitObjects

/// The objects that a merge or a replay made: fetched objects are in a durable pack, those made in memory are not.
enum FreshObjects {
  /// The greatest number of commits of each inbox that are searched for replayed ones.
  private static let mostReplaced = 1_000

  /// Returns the objects that a commit to be adopted over a tip brings along and that nobody has synced.
  ///
  /// For a merge, and for a commit that Stet itself put on the tip, these are the commit and the parts of its tree that
  /// none of its parents has at the same place. A replay does not contain the tip; its new commits are those that
  /// replace one of the tip's (`Stet-Change`).
  static func find(
    of id: ObjectID, over tip: ObjectID?, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [ObjectID] {
    let commit = try store.commit(id)
    let message = CommitMessage(parsing: commit.message)
    if message.author == .sync, commit.parents.count == 1, commit.parents[0] == tip {
      return try made(by: commit, id, in: store)
    }
    var found = commit.parents.count > 1 ? try made(by: commit, id, in: store) : try cleaned(id, commit, in: store)
    for parent in commit.parents where commit.parents.count > 1 && parent != tip {
      found += try cleaned(parent, store.commit(parent), in: store)
    }
    guard let tip else { return found }
    if commit.parents.count > 1, commit.parents.contains(tip) { return found }
    var origins: [ObjectID] = []
    // An inbox that cannot be read was not replayed.
    for inbox in try store.references(withPrefix: StetReference.inbox).values {
      origins += (try? graph.commits(from: inbox, excluding: [id], limit: mostReplaced)) ?? []
    }
    if try !graph.isAncestor(tip, of: id) { origins += try graph.commits(from: tip, excluding: [id]) }
    var replaced: Set<String> = []
    for old in origins {
      if let change = CommitMessage(parsing: try graph.commit(old).message).change { replaced.insert(change) }
    }
    if replaced.isEmpty { return found }
    for start in commit.parents.count > 1 ? commit.parents : [id] {
      var next: ObjectID? = start
      while let current = next, current != tip {
        let commit = try store.commit(current)
        guard commit.parents.count == 1, let change = CommitMessage(parsing: commit.message).change,
          replaced.contains(change)
        else {
          found += try cleaned(current, commit, in: store)
          break
        }
        found += try made(by: commit, current, in: store)
        next = commit.parents[0]
      }
    }
    return found
  }

  /// The greatest number of commits whose objects are listed; with more of them everything is made durable.
  private static let mostForeign = 64

  /// Returns the objects that other programs' commits add to a tip: they are in a fetched pack, or loose as git wrote
  /// them, and nobody synced these.
  ///
  /// - Returns: nil if they are so many, or cannot be determined, that everything must be made durable.
  static func foreign(
    to id: ObjectID, over tip: ObjectID?, besides fresh: [ObjectID] = [], graph: CommitGraph, in store: any ObjectStore
  ) -> [ObjectID]? {
    let known = Set(fresh)
    var found: [ObjectID] = []
    do throws(ObjectStoreError) {
      let commits = try graph.commits(from: id, excluding: [tip].compactMap { $0 }, limit: mostForeign + 1)
      guard commits.count <= mostForeign else { return nil }
      for commit in commits where !known.contains(commit) {
        found += try made(by: store.commit(commit), commit, in: store).filter { !known.contains($0) }
      }
    } catch { return nil }
    return found
  }

  /// Returns the objects of a commit in which Stet left out names of another one.
  private static func cleaned(
    _ id: ObjectID, _ commit: Commit, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [ObjectID] {
    guard commit.parents.count == 1, CommitMessage(parsing: commit.message).author == .sync else { return [] }
    return try made(by: commit, id, in: store)
  }

  /// Returns a commit and the parts of its tree that none of its parents has at the same place.
  ///
  /// An object is named once and a folder is read once, however often the tree repeats it.
  static func made(
    by commit: Commit, _ id: ObjectID, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [ObjectID] {
    var found = [id]
    var seen: Set<ObjectID> = []
    var parents: [ObjectID] = []
    for parent in commit.parents { parents.append(try store.commit(parent).tree) }
    var pending: [(tree: ObjectID, parents: [ObjectID])] = [(commit.tree, parents)]
    while let pair = pending.popLast() {
      guard pair.tree != .emptyTree, !pair.parents.contains(pair.tree), seen.insert(pair.tree).inserted else {
        continue
      }
      found.append(pair.tree)
      var trees: [Tree] = []
      for parent in pair.parents { trees.append(try store.tree(parent)) }
      for entry in try store.tree(pair.tree).entries where entry.mode != .gitlink {
        let before = trees.compactMap { $0[entry.name] }
        if before.contains(where: { $0.id == entry.id }) { continue }
        if entry.mode == .tree {
          pending.append((entry.id, before.filter { $0.mode == .tree }.map(\.id)))
        } else if seen.insert(entry.id).inserted {
          found.append(entry.id)
        }
      }
    }
    return found
  }
}
