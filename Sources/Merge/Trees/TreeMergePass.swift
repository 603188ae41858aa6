internal import GitObjects

/// One walk over three trees side by side.
struct TreeMergePass {
  /// Paths at which a rename may explain the differences between the sides.
  struct Clashes {
    /// Paths that a side deleted while the other changed or deleted them too; a folder includes all paths below it.
    var gone: [MergeSide: Set<NameKey>] = [:]
    /// Whether a new file is in a folder that the other side deleted, or both sides changed a file.
    var hasOthers = false

    /// Whether no rename can explain a difference.
    var isEmpty: Bool { gone.isEmpty && !hasOthers }
  }

  /// The base; nil for the empty tree.
  private(set) var base: ObjectID?
  /// Our side, with the moves of the rename plan.
  private(set) var ours: SideVersion
  /// Their side, with the moves of the rename plan.
  private(set) var theirs: SideVersion
  /// The store of the merge's own objects.
  let store: ScratchStore
  /// Returns the merge driver of a file.
  var driver: (String) -> MergeDriver = { _ in .text }
  /// The differences that a rename may explain.
  private(set) var clashes = Clashes()
  /// The conflicts so far.
  var conflicts: [Conflict] = []
  /// The paths so far whose text is a mixture of both sides.
  var combined: [String] = []
  /// The files so far that were merged more coarsely than their kind allows.
  var coarser: [CoarserMerge] = []

  /// Merges the three trees.
  mutating func run() throws(ObjectStoreError) -> TreeMergeResult {
    let tree = try self.tree(Triple(base: base, ours: ours.tree, theirs: theirs.tree))
    return TreeMergeResult(
      tree: tree ?? .emptyTree,
      conflicts: Set(conflicts).sorted { ($0.path.utf8, $0.id) < ($1.path.utf8, $1.id) },
      combined: combined.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      coarser: coarser.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
  }

  /// Returns the same merge with renamed files moved as planned.
  func following(_ plan: RenamePlan) throws(ObjectStoreError) -> TreeMergePass {
    let editor = TreeEditor(store: store)
    let moves = plan.steps.flatMap(\.moves)
    func moved(_ tree: ObjectID?, _ place: RenamePlan.Place, without dropped: [String] = [])
      throws(ObjectStoreError) -> ObjectID
    {
      let here = moves.filter { $0.tree == place }
      let gone = (dropped + here.map(\.from)).map { TreeEdit.remove(path: $0) }
      return try editor.apply(
        gone + here.map { .set(path: $0.to, mode: $0.entry.mode, id: $0.entry.id) }, to: tree)
    }
    var pass = TreeMergePass(base: try moved(base, .base), ours: ours, theirs: theirs, store: store)
    pass.driver = driver
    pass.conflicts = plan.conflicts + plan.steps.compactMap(\.conflict)
    for side in MergeSide.allCases {
      var version = self[side]
      version.tree = try moved(
        version.tree, .side(side), without: plan.dropped.filter { $0.side == side }.map(\.path))
      // Authors who changed the file before it was renamed count too.
      let histories = Dictionary(
        plan.steps.compactMap { step in step.histories[side].map { (NameKey(step.goal), $0) } },
        uniquingKeysWith: +)
      let precedence = version.precedence
      version.precedence = { path in
        guard let paths = histories[NameKey(path)], let first = paths.first else { return precedence(path) }
        return paths.dropFirst().reduce(precedence(first)) { $0.strongest(precedence($1)) }
      }
      let placePrecedence = version.placePrecedence
      version.placePrecedence = { path, place in
        guard let paths = histories[NameKey(path)] else { return placePrecedence(path, place) }
        // This history follows renames by itself, beginning at the path that the side has.
        return paths.compactMap { placePrecedence($0, place) }.first
      }
      if side == .ours { pass.ours = version } else { pass.theirs = version }
    }
    return pass
  }

  /// The version of a side.
  subscript(side: MergeSide) -> SideVersion { side == .ours ? ours : theirs }

  /// Records that a side deleted a path while the other changed or deleted it too.
  mutating func note(_ path: String, goneOn side: MergeSide) {
    clashes.gone[side, default: []].insert(NameKey(path))
  }

  /// Records any other difference that a rename may explain.
  mutating func noteClash() { clashes.hasOthers = true }
}

private func < (left: (String.UTF8View, String), right: (String.UTF8View, String)) -> Bool {
  if left.0.elementsEqual(right.0) { return left.1 < right.1 }
  return left.0.lexicographicallyPrecedes(right.0)
}
