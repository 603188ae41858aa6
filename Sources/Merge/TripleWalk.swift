internal import GitObjects

/// The entries of three trees side by side, in git's order; a file and a directory of one name are separate.
struct TripleWalk {
  private var lists: Triple<ArraySlice<TreeEntry>>

  init(base: [TreeEntry], ours: [TreeEntry], theirs: [TreeEntry]) {
    lists = Triple(base: base[...], ours: ours[...], theirs: theirs[...])
  }

  /// Returns the entries of the next name; nil at the end.
  mutating func next() -> Triple<TreeEntry>? {
    var found = lists.map(\.first)
    var least = found.base ?? found.ours ?? found.theirs
    for entry in [found.ours, found.theirs] {
      if let entry, let known = least, Tree.precedes(entry, known) { least = entry }
    }
    guard let least else { return nil }
    // Entries of one kind and name: neither sorts before the other.
    found = found.map { Tree.precedes(least, $0) ? nil : $0 }
    if found.base != nil { lists.base?.removeFirst() }
    if found.ours != nil { lists.ours?.removeFirst() }
    if found.theirs != nil { lists.theirs?.removeFirst() }
    return found
  }
}
