internal import GitObjects

/// What the user's commit changed itself, apart from what it merely took along.
///
/// `git commit -a` commits what stands in the files, and much of that was recorded before, by its true author: while the
/// editor for the message was open, an agent may have written on. Merged as the person's own change, the older text
/// would stand against the newer one (review A2). And git commits its index, which need not be what stands in the files:
/// it may be older than the branch, since git reads it before it locks it, and have what was staged before a later save
/// or an agent's write (decision 38).
enum OwnChanges {
  /// How many commits of the tip are looked at.
  private static let limit = 5_000

  /// The commit's tree, with the tip's present version at each path where that one stands in the folder, or where the
  /// commit has a version that the tip had since their common past.
  ///
  /// - Parameters:
  ///   - replaces: whether the commit replaces what the tip has since their common past: what it takes along of that is
  ///     meant then.
  ///   - stands: whether what is in the folder is the tip's version all the same, and would only be recorded once more,
  ///     as the person's, if the change were taken.
  /// - Throws: `ObjectStoreError` of the first object that cannot be read.
  static func tree(
    of commit: ObjectID, beside tip: ObjectID, replaces: Bool, graph: CommitGraph, in store: any ObjectStore,
    stands: (TreeChange) -> Bool
  ) throws(ObjectStoreError) -> ObjectID {
    let theirs = try graph.commit(commit).tree
    guard let base = try graph.mergeBases(tip, commit).first else { return theirs }
    let present = try graph.commit(tip).tree
    let changes = try TreeDiff.changes(from: try graph.commit(base).tree, to: theirs, in: store)
    guard !changes.isEmpty else { return theirs }
    let known = try replaces ? [:] : versions(from: tip, excluding: commit, graph: graph, in: store)
    var edits: [TreeEdit] = []
    for change in changes {
      let entry = try Tree.entry(at: change.path, of: present, in: store)
      guard change.new != entry else { continue }
      guard known[NameKey(change.path)]?.contains(change.new) == true || stands(change) else { continue }
      edits.append(entry.map { .set(path: change.path, mode: $0.mode, id: $0.id) } ?? .remove(path: change.path))
    }
    return edits.isEmpty ? theirs : try TreeEditor(store: store).apply(edits, to: theirs)
  }

  /// What each path became in the commits that the tip has and the other has not.
  static func versions(
    from tip: ObjectID, excluding other: ObjectID, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [NameKey: Set<TreeEntry?>] {
    var known: [NameKey: Set<TreeEntry?>] = [:]
    for id in try graph.commits(from: tip, excluding: [other], limit: limit) {
      let commit = try graph.commit(id)
      var before: ObjectID?
      if let parent = commit.parents.first { before = try graph.commit(parent).tree }
      for change in try TreeDiff.changes(from: before, to: commit.tree, in: store) {
        known[NameKey(change.path), default: []].insert(change.new)
      }
    }
    return known
  }
}
