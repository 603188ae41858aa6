internal import Documents
internal import GitObjects

/// The objects that a merge or a replay made: what came by a fetch is in a durable pack, what was made in memory is not.
enum FreshObjects {
  /// So many commits of each inbox are looked at for what was made again.
  private static let mostReplaced = 1_000

  /// What a commit that is to be adopted over a tip brings along that nobody has synced.
  ///
  /// For a merge, and for what Stet itself put on the tip, that is the commit, and of its tree what none of its parents
  /// has at the same place. A replay does not contain the tip; its commits down to the remote's are those that stand for
  /// one of the tip's (`Stet-Change`).
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
    // An inbox that cannot be read gave nothing.
    for inbox in try store.references(withPrefix: "refs/stet/inbox/").values {
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

  /// So many commits are gone through for what they bring; with more of them everything is made durable.
  private static let mostForeign = 64

  /// What commits that others made bring to a tip: they are in a pack that was fetched, or loose as git wrote them, and
  /// nobody synced those.
  ///
  /// - Returns: nil where they are so many, or cannot be told, that everything is to be made durable.
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

  /// What a commit brings in which Stet left something out of another one.
  private static func cleaned(
    _ id: ObjectID, _ commit: Commit, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [ObjectID] {
    guard commit.parents.count == 1, CommitMessage(parsing: commit.message).author == .sync else { return [] }
    return try made(by: commit, id, in: store)
  }

  /// A commit, and of its tree what none of its parents has at the same place.
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
