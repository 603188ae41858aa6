internal import Documents
internal import GitObjects
internal import Merge

/// The commits that are made for an adoption.
extension SyncRepository {
  /// A commit that contains the tip and another one.
  struct Target {
    var commit: ObjectID
    /// The number of conflicts.
    var conflicts = 0
    /// Whether it replaces the tip by replayed commits, so that the tip is kept under another reference.
    var isReplayed = false
  }

  /// Returns the commits that one commit has beyond another one as a line; nil if they must stay unchanged.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  func line(of commit: ObjectID, over other: ObjectID, on branch: String) throws(ObjectStoreError) -> Replay? {
    let (store, graph) = try open()
    return try Replay(of: commit, over: other, branch: branch, remoteName: remoteName, graph: graph, in: store)
  }

  /// Replays the tip on the remote's commit or merges the two, in memory.
  ///
  /// - Parameter line: the tip's commits beyond the remote's; nil to merge.
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func merge(_ tip: ObjectID, _ remote: ObjectID, line: Replay?) throws(ObjectStoreError) -> Target {
    let (store, graph) = try open()
    let merge = try PeerMerge.merge(tip, remote, order: .byID, shared: line?.shared ?? [], graph: graph, in: store)
    if let line, let made = try replay(line, on: remote, as: merge) { return Target(commit: made, isReplayed: true) }
    return Target(commit: try merge.keep(in: store), conflicts: merge.conflicts)
  }

  /// Returns the line replayed on the remote's commit, or else one merge in place of all unpublished ones. nil if
  /// neither has the tree of the given merge: only a merge follows renames.
  private func replay(_ line: Replay, on remote: ObjectID, as merge: PeerMerge) throws(ObjectStoreError) -> ObjectID? {
    guard merge.conflicts == 0 else { return nil }
    let (store, graph) = try open()
    if let made = try line.made(on: remote, graph: graph, in: store), made.tree == merge.tree { return made.commit }
    guard let own = try line.straightened(graph: graph, in: store) else { return nil }
    let again = try PeerMerge.merge(own.commit, remote, order: .byID, graph: graph, in: store)
    return again.conflicts == 0 && again.tree == merge.tree ? try again.keep(in: store) : nil
  }

  /// Adds another machine's commits to the tip, replayed on it if possible.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func add(inbox: ObjectID, to tip: ObjectID, on branch: String) throws(ObjectStoreError) -> Target {
    let (store, graph) = try open()
    if try graph.isAncestor(tip, of: inbox) { return Target(commit: inbox) }
    let line = try line(of: inbox, over: tip, on: branch)
    let merge = try PeerMerge.merge(tip, inbox, order: .byID, shared: line?.shared ?? [], graph: graph, in: store)
    if merge.conflicts == 0, let made = try line?.made(on: tip, graph: graph, in: store), made.tree == merge.tree {
      return Target(commit: made.commit)
    }
    return Target(commit: try merge.keep(in: store), conflicts: merge.conflicts)
  }

  /// Returns the merge of two commits; nil if it has conflicts.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func mergeWithoutConflicts(_ tip: ObjectID, _ remote: ObjectID) throws(ObjectStoreError) -> ObjectID? {
    let (store, graph) = try open()
    let merge = try PeerMerge.merge(tip, remote, order: .byID, graph: graph, in: store)
    return merge.conflicts == 0 ? try merge.keep(in: store) : nil
  }

  /// Returns whether a history has nothing but the template's content.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  func isUntouched(_ commit: ObjectID, _ template: [TemplateContent]) throws(ObjectStoreError) -> Bool {
    let (store, graph) = try open()
    return try UntouchedHistory.ends(in: commit, template: template, graph: graph, store: store)
  }

  /// Makes a commit with the tree and the conflicts of `commit` and the files that the loss removed.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func bringBack(
    _ loss: TreeLoss, in commit: ObjectID, parents: [ObjectID]
  ) throws(ObjectStoreError) -> ObjectID {
    let (store, graph) = try open()
    var edits: [TreeEdit] = []
    for change in loss.gone {
      if let old = change.old { edits.append(.set(path: change.path, mode: old.mode, id: old.id)) }
    }
    let tree = try TreeEditor(store: store).apply(edits, to: graph.commit(commit).tree)
    var made: [(id: ObjectID, commit: Commit)] = []
    for parent in parents { made.append((parent, try graph.commit(parent))) }
    // A merge that this one replaces is in no history: its conflicts are recorded again.
    let conflicts = try parents.contains(commit) ? [] : graph.message(of: commit).conflicts
    let merge = MergeCommit.make(
      parents: made, tree: tree, conflicts: conflicts.compactMap(Conflict.init(trailer:)),
      changes: max(1, parents.count - 1))
    return try store.write(store.sealed(merge))
  }
}
