internal import Documents
package import GitObjects

/// The tip's own unpublished commits, made again on top of what the remote has, so that history stays a line (review B2).
///
/// A replayed commit has the author, the times, the message and with it the `Stet-Change` of the one it stands for; the
/// paths it changes get the same content. Only parents and the rest of the tree differ.
package struct Replay: Hashable, Sendable {
  /// The last of the new commits: the new tip.
  package var commit: ObjectID
  /// Its tree.
  package var tree: ObjectID
  /// How many commits were replayed.
  package var count: Int

  /// More than so many commits are merged instead.
  private static let limit = 1_000
  /// With more other references than this the question who else has the commits is answered with "somebody".
  private static let mostReferences = 64

  /// Replays, where all that the tip has beyond the remote are Stet's own commits in one line, which nobody else has
  /// and which touch no path that the remote changed; nil where a merge is needed.
  ///
  /// - Parameter branch: the recorded branch; it follows the tip and holds nothing back.
  /// - Throws: `ObjectStoreError` of the first object that cannot be read or stored.
  package static func make(
    of tip: ObjectID, onto remote: ObjectID, branch: String, remoteName: String, graph: CommitGraph,
    in store: any ObjectStore
  ) throws(ObjectStoreError) -> Replay? {
    let bases = try graph.mergeBases(tip, remote)
    guard bases.count == 1, let base = bases.first, let line = try ownLine(from: tip, to: base, graph: graph),
      let oldest = line.first,
      try !isElsewhere(oldest.id, branch: branch, remoteName: remoteName, graph: graph, in: store)
    else { return nil }
    let foreign = try TouchedPaths(
      TreeDiff.changes(from: graph.commit(base).tree, to: graph.commit(remote).tree, in: store))
    let editor = TreeEditor(store: store)
    var parent = remote
    var tree = try graph.commit(remote).tree
    var before = try graph.commit(base).tree
    for (_, commit) in line {
      let changes = try TreeDiff.changes(from: before, to: commit.tree, in: store)
      before = commit.tree
      for change in changes where foreign.meets(change.path) { return nil }
      tree = try editor.apply(changes.map(TreeEdit.init), to: tree)
      var copy = commit
      copy.parents = [parent]
      copy.tree = tree
      parent = try store.write(copy)
    }
    return Replay(commit: parent, tree: tree, count: line.count)
  }

  /// The commits from after the base to the tip, oldest first, if all are Stet's own and none is a merge.
  private static func ownLine(
    from tip: ObjectID, to base: ObjectID, graph: CommitGraph
  ) throws(ObjectStoreError) -> [(id: ObjectID, commit: Commit)]? {
    var line: [(id: ObjectID, commit: Commit)] = []
    var next = tip
    while next != base {
      let commit = try graph.commit(next)
      guard line.count < limit, commit.parents.count == 1, CommitMessage(parsing: commit.message).change != nil else {
        return nil
      }
      line.append((next, commit))
      next = commit.parents[0]
    }
    return line.isEmpty ? nil : line.reversed()
  }

  /// Whether another branch, a tag or another remote has a commit: then it may have left the machine.
  private static func isElsewhere(
    _ commit: ObjectID, branch: String, remoteName: String, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Bool {
    let own: Set = ["refs/heads/\(branch)", "refs/remotes/\(remoteName)/\(branch)", "refs/remotes/\(remoteName)/HEAD"]
    var places: Set<ObjectID> = []
    for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/stet/inbox/"] {
      for (name, id) in try store.references(withPrefix: prefix) where !own.contains(name) { places.insert(id) }
    }
    guard places.count <= mostReferences else { return true }
    for place in places {
      // A tag that is an object of its own, or names no commit: who knows what it leads to.
      guard let isBelow = try? graph.isAncestor(commit, of: place) else { return true }
      if isBelow { return true }
    }
    return false
  }
}

extension TreeEdit {
  /// The edit that makes a change.
  init(_ change: TreeChange) {
    if let new = change.new {
      self = .set(path: change.path, mode: new.mode, id: new.id)
    } else {
      self = .remove(path: change.path)
    }
  }
}
