internal import Documents
internal import GitObjects

/// One walk over three trees side by side.
struct TreeMergePass {
  /// Paths at which a rename may explain what the sides have.
  struct Clashes {
    /// What is gone on a side while the other changed it, or took it away too; folders stand for all below them.
    var gone: [MergeSide: Set<NameKey>] = [:]
    /// Whether a new file stands in a folder that the other side no longer has, or both sides changed a file.
    var hasOthers = false

    var isEmpty: Bool { gone.isEmpty && !hasOthers }
  }

  /// The base; nil for the empty tree.
  private(set) var base: ObjectID?
  private(set) var ours: SideVersion
  private(set) var theirs: SideVersion
  let store: ScratchStore
  /// How each file's content is merged.
  var driver: (String) -> MergeDriver = { _ in .text }
  /// What a rename may explain.
  private(set) var clashes = Clashes()
  var conflicts: [Conflict] = []
  var combined: [String] = []
  var coarser: [CoarserMerge] = []

  init(base: ObjectID?, ours: SideVersion, theirs: SideVersion, store: ScratchStore) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.store = store
  }

  /// Merges the three trees.
  mutating func run() throws(ObjectStoreError) -> TreeMergeResult {
    let tree = try self.tree(Triple(base: base, ours: ours.tree, theirs: theirs.tree))
    return TreeMergeResult(
      tree: tree ?? .emptyTree,
      conflicts: Set(conflicts).sorted { ($0.path.utf8, $0.id) < ($1.path.utf8, $1.id) },
      combined: combined.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      coarser: coarser.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
  }

  /// The same merge after what was renamed was put where it belongs.
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
      // Who changed the file before it was renamed counts too.
      let histories = Dictionary(
        plan.steps.compactMap { step in step.histories[side].map { (NameKey(step.goal), $0) } },
        uniquingKeysWith: +)
      let standing = version.standing
      version.standing = { path in
        guard let paths = histories[NameKey(path)], let first = paths.first else { return standing(path) }
        return paths.dropFirst().reduce(standing(first)) { $0.strongest(standing($1)) }
      }
      let placeStanding = version.placeStanding
      version.placeStanding = { path, place in
        guard let paths = histories[NameKey(path)] else { return placeStanding(path, place) }
        // Its history follows renames by itself, from where the side has the file.
        return paths.compactMap { placeStanding($0, place) }.first
      }
      if side == .ours { pass.ours = version } else { pass.theirs = version }
    }
    return pass
  }

  /// A side.
  subscript(side: MergeSide) -> SideVersion { side == .ours ? ours : theirs }

  /// Takes note that a path is gone on a side while the other changed it, or took it away too.
  mutating func note(_ path: String, goneOn side: MergeSide) {
    clashes.gone[side, default: []].insert(NameKey(path))
  }

  /// Takes note of anything else that a rename may explain.
  mutating func noteClash() { clashes.hasOthers = true }
}

private func < (left: (String.UTF8View, String), right: (String.UTF8View, String)) -> Bool {
  if left.0.elementsEqual(right.0) { return left.1 < right.1 }
  return left.0.lexicographicallyPrecedes(right.0)
}
