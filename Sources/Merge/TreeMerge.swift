package import GitObjects

/// Merges two trees that go back to one base, in memory, path by path.
///
/// - A path that at most one side changed is taken as that side has it, whatever its kind; subtrees that at most one
///   side changed are not opened.
/// - A file that both changed is merged by `TextMerge`; where that overlaps, or the sides made different kinds of
///   things of a path, `Standing.decide` says what stands, and the rest is a `Conflict`.
/// - A person's edit beats any deletion; a person's deletion beats an agent's edit, which is kept as a version; between
///   two agents, or two persons, the edit stands.
/// - A file that one side renamed (seen as it happened, or the same content elsewhere) and the other edited is edited at
///   its new place.
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
    let search = RenameSearch(base: base, ours: ours, theirs: theirs, store: scratch)
    let renames = try search.renames(for: first.clashes)
    if !renames.isEmpty {
      var second = try first.following(renames)
      result = try second.run()
    }
    try scratch.flush(result.tree)
    for conflict in result.conflicts { if let base = conflict.base { try scratch.flush(base) } }
    return result
  }
}
