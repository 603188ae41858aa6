internal import Documents
internal import GitObjects

/// One walk over three trees side by side.
struct TreeMergePass {
  /// A file that one side changed and the other took away.
  struct Clash: Hashable {
    /// Where it was.
    var path: String
    /// The side that no longer has it there.
    var deleter: MergeSide
  }

  /// The base; nil for the empty tree.
  private(set) var base: ObjectID?
  private(set) var ours: SideVersion
  private(set) var theirs: SideVersion
  let store: ScratchStore
  /// How each file's content is merged.
  var driver: (String) -> MergeDriver = { _ in .text }
  /// What a rename may explain.
  private(set) var clashes: [Clash] = []
  var conflicts: [Conflict] = []
  var combined: [String] = []

  init(base: ObjectID?, ours: SideVersion, theirs: SideVersion, store: ScratchStore) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.store = store
  }

  /// Merges the three trees.
  mutating func run() throws(ObjectStoreError) -> TreeMergeResult {
    let tree = try directory(Triple(base: base, ours: ours.tree, theirs: theirs.tree), at: "", depth: 0)
    return TreeMergeResult(
      tree: tree ?? .emptyTree,
      conflicts: conflicts.sorted { ($0.path.utf8, $0.id) < ($1.path.utf8, $1.id) },
      combined: combined.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// The same merge after the base and the editing side were moved along with renames.
  func following(_ renames: [FollowedRename]) throws(ObjectStoreError) -> TreeMergePass {
    let editor = TreeEditor(store: store)
    func moved(_ tree: ObjectID?, _ list: [FollowedRename], _ entry: (FollowedRename) -> TreeEntry)
      throws(ObjectStoreError) -> ObjectID
    {
      let gone = list.map { TreeEdit.remove(path: $0.from) }
      return try editor.apply(
        gone + list.map { .set(path: $0.to, mode: entry($0).mode, id: entry($0).id) }, to: tree)
    }
    var pass = TreeMergePass(base: try moved(base, renames, \.base), ours: ours, theirs: theirs, store: store)
    pass.driver = driver
    for side in MergeSide.allCases {
      let edited = renames.filter { $0.renamer == side.opposite }
      var version = self[side]
      if !edited.isEmpty { version.tree = try moved(version.tree, edited, \.edited) }
      // Who changed the file before it was renamed counts too.
      let origins = Dictionary(renames.map { (NameKey($0.to), $0) }, uniquingKeysWith: { first, _ in first })
      let standing = version.standing
      version.standing = { path in
        guard let rename = origins[NameKey(path)] else { return standing(path) }
        let before = standing(rename.from)
        return rename.renamer == side ? before.strongest(standing(path)) : before
      }
      if side == .ours { pass.ours = version } else { pass.theirs = version }
    }
    return pass
  }

  /// A side.
  subscript(side: MergeSide) -> SideVersion { side == .ours ? ours : theirs }

  /// Takes note of a file that one side changed and the other took away.
  mutating func note(_ clash: Clash) { clashes.append(clash) }
}

private func < (left: (String.UTF8View, String), right: (String.UTF8View, String)) -> Bool {
  if left.0.elementsEqual(right.0) { return left.1 < right.1 }
  return left.0.lexicographicallyPrecedes(right.0)
}
