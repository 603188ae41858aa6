internal import GitObjects

extension IndexFile {
  /// Creates the index of a tree; every entry has no stat, so that git reads each file once.
  init(treeOf files: [(path: String, entry: TreeEntry)]) {
    self.init()
    let named = files.map { (path: NameText.encode($0.path), entry: $0.entry) }
    starts = []
    for file in named.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
      starts.append(bytes.count)
      Self.appendEntry(
        fixed: Self.fixed(file.entry, nil, nameLength: file.path.count), name: file.path, to: &bytes)
    }
    starts.append(bytes.count)
  }

  /// Marks the cached trees of a path's directories as invalid, as git does when an entry changes.
  mutating func forgetTrees(above path: [UInt8]) {
    guard !trees.isEmpty else { return }
    let parts = path.split(separator: UInt8(ascii: "/")).dropLast()
    var position = 0
    var changed: [UInt8] = []
    changed.reserveCapacity(trees.count)
    guard copyNode(at: &position, to: &changed, forgetting: ArraySlice(parts), depth: 0), position == trees.count
    else {
      // The extension is malformed: git rebuilds it.
      trees = []
      return
    }
    trees = changed
  }

  /// Copies a directory's node and its subnodes; returns false if the bytes are malformed.
  ///
  /// Format of a node: name, zero byte, number of entries (-1: invalid), space, number of subtrees, newline, id unless
  /// invalid.
  private func copyNode(
    at position: inout Int, to output: inout [UInt8], forgetting path: ArraySlice<ArraySlice<UInt8>>?, depth: Int
  ) -> Bool {
    let start = position
    guard depth < 1_000, let zero = trees[start...].firstIndex(of: 0),
      let line = trees[zero...].firstIndex(of: UInt8(ascii: "\n"))
    else { return false }
    let numbers = trees[(zero + 1)..<line].split(separator: UInt8(ascii: " "))
    guard numbers.count == 2, let entries = Int(String(decoding: numbers[0], as: UTF8.self)),
      let below = Int(String(decoding: numbers[1], as: UTF8.self))
    else { return false }
    position = line + 1 + (entries >= 0 ? 20 : 0)
    guard position <= trees.count else { return false }
    if path == nil {
      output.append(contentsOf: trees[start..<position])
    } else {
      output.append(contentsOf: trees[start...zero])
      output.append(contentsOf: "-1 \(below)\n".utf8)
    }
    for _ in 0..<max(0, below) {
      let name = trees[position...].prefix { $0 != 0 }
      var rest: ArraySlice<ArraySlice<UInt8>>?
      if let path, let first = path.first, first.elementsEqual(name) { rest = path.dropFirst() }
      guard copyNode(at: &position, to: &output, forgetting: rest, depth: depth + 1) else { return false }
    }
    return true
  }
}
