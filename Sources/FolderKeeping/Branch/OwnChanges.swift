internal import GitObjects

/// The changes that the person's commit makes itself, without versions that it only carries along.
///
/// `git commit -a` commits the contents of the files, and much of that was recorded before, by its true author: an
/// agent may have written further while the editor for the message was open. If the older text were merged as the
/// person's own change, it would conflict with the newer one (review A2). In addition, git commits its index, which may
/// differ from the files: it may be older than the branch, since git reads it before it locks it, and it may have
/// content that was staged before a later save or an agent's write (decision 38).
enum OwnChanges {
  /// The maximum number of the tip's commits that are read.
  private static let limit = 5_000

  /// Returns the commit's tree with the tip's present version at each path where the folder has that version, or where
  /// the commit has a version that the tip had since their merge base.
  ///
  /// - Parameters:
  ///   - replaces: whether the commit replaces the tip's commits since their merge base: then the versions that it
  ///     shares with them are intended.
  ///   - stands: returns whether the folder has the tip's version although the commit changed the path; the change
  ///     would only cause that version to be recorded again as the person's.
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
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

  /// Returns the versions that each path had in the commits that the tip reaches and the other commit does not.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
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
