internal import GitObjects

/// A directory in the midst of its merge.
struct OpenDirectory {
  /// What base and both sides have of it.
  let ids: Triple<ObjectID>
  /// Its name in the directory above; empty for the root.
  let name: String
  /// What the directory above has under that name.
  let all: Triple<TreeEntry>
  /// Its path with a slash behind it; empty for the root.
  let prefix: String
  /// Our side's bytes.
  let content: [UInt8]
  private let stretches: [TreeStretch]
  private var position = 0
  /// What is decided so far, in git's order.
  var merged: [TreePiece] = []
  /// Files that one side lacks: only these can meet a directory of the same name.
  private(set) var files: [NameKey: (entry: TreeEntry, all: Triple<TreeEntry>)] = [:]
  /// Directories that one side lacks.
  private(set) var directories: [(entry: TreeEntry, all: Triple<TreeEntry>)] = []

  /// Makes one of which nothing is decided.
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

  /// Whether a side took it away.
  var isGone: Bool { ids.base != nil && (ids.ours == nil || ids.theirs == nil) }

  /// The next of its stretches; nil at the end.
  mutating func next() -> TreeStretch? {
    guard position < stretches.count else { return nil }
    position += 1
    return stretches[position - 1]
  }

  /// Takes what a name came to; nil where nothing is left of it.
  mutating func take(_ entry: TreeEntry?, of all: Triple<TreeEntry>) {
    guard let entry else { return }
    merged.append(.entry(entry))
    guard all.ours == nil || all.theirs == nil else { return }
    if entry.mode == .tree { directories.append((entry, all)) } else { files[NameKey(entry.name)] = (entry, all) }
  }
}
