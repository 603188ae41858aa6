package import Documents
package import GitObjects
internal import Values

/// Merges two commits: finds their base, then merges their trees.
package enum CommitMerge {
  /// Merges two commits and returns the tree with its conflicts; swapped commits have the same result.
  ///
  /// - Parameters:
  ///   - ours: one commit and the version that represents it: its tree, or its tree without changes that it only took
  ///     along.
  ///   - theirs: the other.
  ///   - shared: changes that both sides made in separate commits since the base; they count as part of the base.
  ///   - mergeBases: returns all best common ancestors of two commits (`CommitGraph.mergeBases`).
  /// - Throws: `ObjectStoreError` if an object cannot be read or stored.
  package static func merge(
    _ ours: (commit: ObjectID, side: SideVersion), _ theirs: (commit: ObjectID, side: SideVersion),
    shared: [TreeChange] = [], in store: any ObjectStore, driver: ((String) -> MergeDriver)? = nil,
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> TreeMergeResult {
    let scratch = ScratchStore(over: store)
    var base = try MergedBase.tree(of: ours.commit, and: theirs.commit, in: scratch, mergeBases: mergeBases)
    let editor = TreeEditor(store: scratch)
    for change in shared {
      guard let before = base, try editor.entry(at: change.path, of: before) == change.old else { continue }
      base = try editor.apply([TreeEdit(change)], to: before)
    }
    let result = try TreeMerge.merge(base: base, ours: ours.side, theirs: theirs.side, in: scratch, driver: driver)
    try scratch.flush(result.tree)
    for conflict in result.conflicts { if let base = conflict.base { try scratch.flush(base) } }
    return result
  }
}

/// The base of a merge: the merge of all best common ancestors (review B3).
package enum MergedBase {
  /// Returns the tree of the base of two commits; nil for unrelated histories.
  ///
  /// Several best common ancestors (criss-cross) are merged one after another in order of id, each pair over its own
  /// base, which is found in the same way. Overlaps between them are decided by ids and not reported. The order of the
  /// two commits does not matter.
  ///
  /// - Parameter mergeBases: returns all best common ancestors of two commits.
  /// - Throws: `ObjectStoreError` if a commit or an object cannot be read.
  package static func tree(
    of first: ObjectID, and second: ObjectID, in store: any ObjectStore,
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> ObjectID? {
    var known: [[ObjectID]: ObjectID] = [:]
    return try tree(ofAll: mergeBases(first, second), in: store, known: &known, mergeBases: mergeBases)
  }

  private static func tree(
    ofAll commits: [ObjectID], in store: any ObjectStore, known: inout [[ObjectID]: ObjectID],
    mergeBases: (ObjectID, ObjectID) throws(ObjectStoreError) -> [ObjectID]
  ) throws(ObjectStoreError) -> ObjectID? {
    let ordered = Set(commits).sorted()
    guard let first = ordered.first else { return nil }
    if let tree = known[ordered] { return tree }
    var merged = try store.commit(first).tree
    for (count, next) in ordered.enumerated().dropFirst() {
      // A base that is an ancestor of another one is harmless: their merge is the other one.
      var bases: [ObjectID] = []
      for earlier in ordered[..<count] { bases += try mergeBases(earlier, next) }
      let base = try tree(ofAll: bases, in: store, known: &known, mergeBases: mergeBases)
      merged = try TreeMerge.merge(
        base: base, ours: SideVersion(tree: merged), theirs: SideVersion(tree: store.commit(next).tree), in: store
      ).tree
    }
    known[ordered] = merged
    return merged
  }
}

/// The commit that records a merge. It is a pure function of its parents, so that two machines make the same commit
/// (review B2).
package enum MergeCommit {
  /// Makes the commit: its author is Stet, its time that of the later parent.
  ///
  /// - Parameters:
  ///   - parents: the merged commits in the order of the parents, at least one.
  ///   - changes: the number of commits that the other parents add to the first.
  ///   - coarser: the files that were merged more coarsely than their kind allows; the message names them.
  package static func make(
    parents: [(id: ObjectID, commit: Commit)], tree: ObjectID, conflicts: [Conflict], changes: Int,
    coarser: [CoarserMerge] = []
  ) -> Commit {
    let time = parents.map(\.commit.committer.seconds).max() ?? 0
    let stet = Signature(
      name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
    var subject = "Merge \(Counted.text(changes, "change"))"
    if !conflicts.isEmpty { subject += ", \(Counted.text(conflicts.count, "conflict"))" }
    // The message names at most 20 files.
    let lines = coarser.prefix(20).map(\.description) + (coarser.count > 20 ? ["…"] : [])
    let body = lines.isEmpty ? nil : lines.joined(separator: "\n")
    var message = CommitMessage(subject: subject, body: body, author: .sync)
    message.conflicts = conflicts.map(\.trailer)
    return Commit(
      tree: tree, parents: parents.map(\.id), author: stet, committer: stet, message: message.text)
  }
}

extension CommitGraph {
  /// Returns what a commit's message says: of one that Stet made, with all its trailers; of any other the text alone.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be read.
  package func message(of id: ObjectID) throws(ObjectStoreError) -> CommitMessage {
    let text = try commit(id).message
    return try maker(of: id) == .stet ? CommitMessage(parsing: text) : CommitMessage(foreign: text)
  }

  /// Returns who made a change: what Stet says of it, else the person, or somebody while an agent's command ran.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be read.
  package func author(of id: ObjectID) throws(ObjectStoreError) -> Author {
    switch try maker(of: id) {
    case .stet: CommitMessage(parsing: try commit(id).message).author ?? .user
    case .other(let session): session.map { .unsure(during: $0) } ?? .user
    }
  }
}
