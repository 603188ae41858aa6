internal import GitObjects

/// What must stand elsewhere in base and sides before they are merged path by path, because something was renamed.
struct RenamePlan {
  /// One file that is moved in one tree.
  struct Move {
    var tree: Place
    var from: String
    var to: String
    var entry: TreeEntry
  }

  /// A tree of the merge.
  enum Place: Hashable {
    case base
    case side(MergeSide)
  }

  /// Moves that belong together: all are made or none.
  struct Step {
    var moves: [Move] = []
    /// What cannot stand once they are made.
    var conflict: Conflict?
    /// Where the merged file stands.
    var goal: String
    /// The paths of each side whose history is that of the merged file.
    var histories: [MergeSide: [String]] = [:]
  }

  var steps: [Step] = []
  /// Files that one side renamed and the other's deletion takes away.
  var dropped: [(side: MergeSide, path: String)] = []
  /// What is already decided whatever the steps.
  var conflicts: [Conflict] = []

  var isEmpty: Bool { steps.isEmpty && dropped.isEmpty && conflicts.isEmpty }
}
