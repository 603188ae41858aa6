internal import GitObjects

/// The moves in base and sides that precede a merge by paths, because something was renamed.
struct RenamePlan {
  /// The move of one file in one tree.
  struct Move {
    /// The tree in which the file moves.
    var tree: Place
    /// The path before.
    var from: String
    /// The path afterwards.
    var to: String
    /// The file's entry.
    var entry: TreeEntry
  }

  /// A tree of the merge.
  enum Place: Hashable {
    /// The base of the merge.
    case base
    /// The tree of a side.
    case side(MergeSide)
  }

  /// Moves that belong together: either all or none are made.
  struct Step {
    var moves: [Move] = []
    /// The conflict that the moves cause.
    var conflict: Conflict?
    /// The path of the merged file.
    var goal: String
    /// The paths, by side, whose history is that of the merged file.
    var histories: [MergeSide: [String]] = [:]
  }

  /// The steps, in order.
  var steps: [Step] = []
  /// Files that one side renamed and the other side's deletion removes.
  var dropped: [(side: MergeSide, path: String)] = []
  /// Conflicts that do not depend on the steps.
  var conflicts: [Conflict] = []

  /// Whether nothing is moved or dropped and nothing conflicts.
  var isEmpty: Bool { steps.isEmpty && dropped.isEmpty && conflicts.isEmpty }
}

/// The renames of one side since the base.
struct SideRenames {
  /// The new path of each renamed file of the base.
  var files: [NameKey: String] = [:]
  /// The new path of each renamed folder of the base; the empty text is the root.
  var folders: [NameKey: String] = [:]
  /// Files, links and repositories of this side at paths that the base lacks.
  var additions: [(path: String, entry: TreeEntry)] = []

  /// Returns the new path of a path below a renamed folder; nil if no folder above it was renamed.
  func target(of path: String) -> String? {
    guard !folders.isEmpty else { return nil }
    for folder in PathText.folders(above: path) {
      guard let target = folders[NameKey(folder)], let rest = PathText.rest(of: path, below: folder) else { continue }
      return PathText.join(target, rest)
    }
    return nil
  }
}
