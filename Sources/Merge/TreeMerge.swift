package import GitObjects

/// Merges two trees that go back to one base, in memory, path by path.
///
/// - A path that at most one side changed is taken as that side has it, whatever its kind; subtrees that at most one
///   side changed are not opened.
/// - A file that both changed is merged by `TextMerge`; where that overlaps, or the sides made different kinds of
///   things of a path, `Standing.decide` says what stands, and the rest is a `Conflict`.
/// - A person's edit beats any deletion; a person's deletion beats an agent's edit, which is kept as a version; between
///   two agents, or two persons, the edit stands.
/// - A file that one side renamed (`RenameSearch`) and the other edited is edited at its new place; new files follow a
///   renamed folder; of two new names of one file one stands. A rename is an edit to the other side's deletion.
/// - Where one side has a file and the other a directory, the side of higher rank stands, between equals the directory.
///
/// Exchanging the sides changes nothing; a merge of a tree with itself or with its base is the other tree.
package enum TreeMerge {
  /// Merges two trees; nil as base stands for the empty tree (unrelated histories: a union).
  ///
  /// - Parameter driver: how each file's content is merged; nil reads it from the `.gitattributes` at the root.
  /// - Throws: `ObjectStoreError` where an object that is needed cannot be read, or a result not be stored.
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

  /// What renames on both sides change about a merge.
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
