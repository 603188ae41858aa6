package import Documents
package import GitObjects

/// Merges two trees with a common base, in memory, path by path.
///
/// - A path that at most one side changed is taken from that side, whatever its kind; subtrees that at most one side
///   changed are not opened.
/// - A file that both sides changed is merged by `TextMerge`. In overlaps, and if the sides made different kinds of
///   things of a path, `Precedence.decide` chooses the kept version; the other one is a `Conflict`.
/// - A person's edit beats any deletion; a person's deletion beats an agent's edit, which is kept as a version; between
///   two agents, or two persons, the edit is kept.
/// - A file that one side renamed (`RenameSearch`) and the other edited is edited at its new path; new files follow a
///   renamed folder; of two new names of one file one is kept. A rename counts as an edit against the other side's
///   deletion.
/// - If one side has a file and the other a directory, the side of higher rank is kept, for equal ranks the directory.
///
/// Swapping the sides does not change the result; a merge of a tree with itself or with its base is the other tree.
package enum TreeMerge {
  /// Merges two trees; a nil base is the empty tree (unrelated histories: a union).
  ///
  /// - Parameter driver: returns the merge driver of a file; nil reads it from the `.gitattributes` at the root.
  /// - Throws: `ObjectStoreError` if a needed object cannot be read, or a result cannot be stored.
  package static func merge(
    base: ObjectID?, ours: SideVersion, theirs: SideVersion, in store: any ObjectStore,
    driver: ((String) -> MergeDriver)? = nil
  ) throws(ObjectStoreError) -> TreeMergeResult {
    let scratch = ScratchStore(over: store)
    var first = TreeMergePass(base: base, ours: ours, theirs: theirs, store: scratch)
    if let driver {
      first.driver = driver
    } else {
      first.driver = try AttributeRules.merged(base: base, ours: ours, theirs: theirs, in: scratch).driver
    }
    var result = try first.run()
    if !first.clashes.isEmpty || !ours.renames.isEmpty || !theirs.renames.isEmpty {
      let plan = try plan(after: first, in: scratch)
      if !plan.isEmpty {
        var second = try first.following(plan)
        result = try second.run()
      }
    }
    try scratch.flush(result.tree)
    for conflict in result.conflicts { if let base = conflict.base { try scratch.flush(base) } }
    return result
  }

  /// Returns the moves that the renames of both sides require.
  private static func plan(
    after pass: TreeMergePass, in store: any ObjectStore
  ) throws(ObjectStoreError) -> RenamePlan {
    let reader = TreeReader(store)
    func search(_ side: MergeSide) throws(ObjectStoreError) -> SideRenames {
      try RenameSearch(
        base: pass.base, side: pass[side], store: store, reader: reader, wanted: pass.clashes.gone[side] ?? []
      ).find()
    }
    let found = (ours: try search(.ours), theirs: try search(.theirs))
    var planner = RenamePlanner(
      base: pass.base, ours: pass.ours, theirs: pass.theirs, renames: found, store: store, reader: reader)
    return try planner.make()
  }
}

/// One of the two trees of a merge, with its history.
package struct SideVersion {
  /// The root of the side.
  package var tree: ObjectID
  /// Renames that were recorded between base and tree, oldest first; of files or of directories.
  package var renames: [PathRename]
  /// Returns whether renames were watched when a file of the base was deleted. If so, an unrecorded rename is found by
  /// equal content only, else by similar content too (review C14).
  package var watched: (String) -> Bool
  /// Whether a folder counts as renamed if most of its files moved elsewhere, so that the other side's new files
  /// follow; otherwise only a recorded rename of the folder counts.
  package var infersFolders: Bool
  /// Returns the weight of this side's changes of a file. Called only for files that both sides changed.
  package var precedence: (String) -> Precedence
  /// Returns the weight of this side's changes of some bytes of its version of a file; nil if only the whole path can
  /// be judged.
  package var placePrecedence: (String, Range<Int>) -> Precedence?

  /// Returns the creator of a file and the time, if it was created on this side. Called only for new files of both
  /// sides.
  package var creation: (String) -> Creation?

  package init(
    tree: ObjectID, renames: [PathRename] = [],
    precedence: @escaping (String) -> Precedence = { _ in Precedence(rank: .agent) },
    watched: @escaping (String) -> Bool = { _ in false }, infersFolders: Bool = true,
    placePrecedence: @escaping (String, Range<Int>) -> Precedence? = { _, _ in nil },
    creation: @escaping (String) -> Creation? = { _ in nil }
  ) {
    self.tree = tree
    self.renames = renames
    self.precedence = precedence
    self.watched = watched
    self.infersFolders = infersFolders
    self.placePrecedence = placePrecedence
    self.creation = creation
  }
}

/// The result of a merge of two trees.
package struct TreeMergeResult: Hashable, Sendable {
  /// The merged tree; it and all objects that it names are stored.
  package var tree: ObjectID
  /// The changes of which only one side's version could be kept, sorted by path.
  package var conflicts: [Conflict]
  /// The files whose content combines both sides, sorted by path.
  package var combined: [String]
  /// The files that were merged more coarsely than their kind allows, sorted by path.
  package var coarser: [CoarserMerge]
}
