internal import GitObjects

/// A directory whose merge is in progress.
struct OpenDirectory {
  /// The trees of the directory in base and both sides.
  let ids: Triple<ObjectID>
  /// Its name in the parent directory; empty for the root.
  let name: String
  /// The entries of that name in the parent directory.
  let all: Triple<TreeEntry>
  /// Its path with a slash at the end; empty for the root.
  let prefix: String
  /// The bytes of our side's tree.
  let content: [UInt8]
  private let stretches: [TreeStretch]
  private var position = 0
  /// The decided entries, in git's order.
  var merged: [TreePiece] = []
  /// Files that one side lacks; only these can clash with a directory of the same name.
  private(set) var files: [NameKey: (entry: TreeEntry, all: Triple<TreeEntry>)] = [:]
  /// Directories that one side lacks.
  private(set) var directories: [(entry: TreeEntry, all: Triple<TreeEntry>)] = []

  /// Makes a directory without decided entries.
  init(
    ids: Triple<ObjectID>, name: String, all: Triple<TreeEntry>, prefix: String, content: [UInt8],
    stretches: [TreeStretch]
  ) {
    self.ids = ids
    self.name = name
    self.all = all
    self.prefix = prefix
    self.content = content
    self.stretches = stretches
  }

  /// Whether a side deleted the directory.
  var isGone: Bool { ids.base != nil && (ids.ours == nil || ids.theirs == nil) }

  /// Returns the next stretch; nil at the end.
  mutating func next() -> TreeStretch? {
    guard position < stretches.count else { return nil }
    position += 1
    return stretches[position - 1]
  }

  /// Adds the merged entry of a name; nil adds nothing.
  mutating func take(_ entry: TreeEntry?, of all: Triple<TreeEntry>) {
    guard let entry else { return }
    merged.append(.entry(entry))
    guard all.ours == nil || all.theirs == nil else { return }
    if entry.mode == .tree { directories.append((entry, all)) } else { files[NameKey(entry.name)] = (entry, all) }
  }
}

/// The entries of three trees side by side, in git's order; a file and a directory of one name are separate.
struct TripleWalk {
  private var lists: Triple<ArraySlice<TreeEntry>>

  /// Creates a walk; each list is in git's order.
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
