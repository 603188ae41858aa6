/// A tree object as a value: entries in git's order.
package struct Tree: Hashable, Sendable {
  /// The entries, sorted as git sorts them (a directory as if its name ended in `/`).
  package private(set) var entries: [TreeEntry]

  /// Creates a tree from entries in any order; of equal names the last one is kept.
  package init(_ entries: [TreeEntry] = []) {
    guard !entries.isEmpty else {
      self.entries = []
      return
    }
    // A file and a directory of one name are not adjacent in git's order, so the name decides here.
    var positions: [NameKey: Int] = [:]
    positions.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() { positions[NameKey(entry.name)] = position }
    self.entries =
      positions.count == entries.count
      ? entries.sorted(by: Self.precedes) : positions.values.map { entries[$0] }.sorted(by: Self.precedes)
  }

  /// Parses a tree object's content.
  ///
  /// Trees that old or hostile programs wrote out of order are sorted; of equal names the last one is kept. A slash in
  /// a name is escaped as by `NameText`.
  ///
  /// - Throws: `ObjectFormatError.tree` if the bytes are not a tree: an empty name, or truncated.
  package init(content: [UInt8]) throws(ObjectFormatError) {
    let read = content.withUnsafeBufferPointer { bytes -> (entries: [TreeEntry], inOrder: Bool)? in
      var entries: [TreeEntry] = []
      entries.reserveCapacity(bytes.count / 40)
      var inOrder = true
      var position = 0
      var last: TreeBytes.Raw?
      while position < bytes.count {
        guard let raw = TreeBytes.next(in: bytes, at: position),
          let id = ObjectID(prefixOf: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[(raw.end - 20)...])))
        else { return nil }
        let name = UnsafeBufferPointer(rebasing: bytes[raw.name])
        let mode = FileMode(ofEntry: raw.mode)
        if let last {
          let before = UnsafeBufferPointer(rebasing: bytes[last.name])
          let wasTree = FileMode(ofEntry: last.mode) == .tree
          inOrder = inOrder && TreeBytes.precedes(before, wasTree, name, mode == .tree)
        }
        entries.append(TreeEntry(name: NameText.decode(entry: name), mode: mode, id: id))
        last = raw
        position = raw.end
      }
      return (entries, inOrder)
    }
    guard let read else { throw .tree }
    entries = read.inOrder ? read.entries : Tree(read.entries).entries
  }

  /// The content of the tree object.
  package var content: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 48)
    for entry in entries { bytes.append(contentsOf: TreeBytes.encoded(entry)) }
    return bytes
  }

  /// Returns the entry of a name, if there is one.
  package subscript(name: String) -> TreeEntry? {
    position(of: name).map { entries[$0] }
  }

  /// Adds an entry, or replaces the one of the same name.
  package mutating func set(_ entry: TreeEntry) {
    if let old = position(of: entry.name) {
      if (entries[old].mode == .tree) == (entry.mode == .tree) {
        entries[old] = entry
        return
      }
      entries.remove(at: old)
    }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(entries[middle], entry) { low = middle + 1 } else { high = middle }
    }
    entries.insert(entry, at: low)
  }

  /// Removes the entry of a name; does nothing if there is none.
  package mutating func remove(name: String) {
    if let position = position(of: name) { entries.remove(at: position) }
  }

  private func position(of name: String) -> Int? {
    // A directory is sorted differently from a file of the same name, so both are searched for.
    for mode in [FileMode.file, .tree] {
      let probe = TreeEntry(name: name, mode: mode, id: .zero)
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if Self.precedes(entries[middle], probe) { low = middle + 1 } else { high = middle }
      }
      if low < entries.count, entries[low].name.hasSameBytes(as: name) { return low }
    }
    return nil
  }

  /// Replaces all entries of some names at once; cheaper than one by one for many names.
  mutating func replace(names: [String], with new: [TreeEntry]) {
    guard names.count > 8 else {
      for name in names { remove(name: name) }
      for entry in new { set(entry) }
      return
    }
    let gone = Set(names.map { NameKey($0) })
    let fresh = new.sorted(by: Self.precedes)
    var merged: [TreeEntry] = []
    merged.reserveCapacity(entries.count + fresh.count)
    var next = 0
    for entry in entries where !gone.contains(NameKey(entry.name)) {
      while next < fresh.count, Self.precedes(fresh[next], entry) {
        merged.append(fresh[next])
        next += 1
      }
      merged.append(entry)
    }
    merged.append(contentsOf: fresh[next...])
    entries = merged
  }

  /// Returns whether an entry precedes another in git's order: by bytes of the names, with a directory's name followed
  /// by `/`.
  package static func precedes(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
    let trees = (left: left.mode == .tree, right: right.mode == .tree)
    let quick = left.name.utf8.withContiguousStorageIfAvailable { first in
      right.name.utf8.withContiguousStorageIfAvailable { second -> Bool? in
        // Escaped bytes (starting with 0xF4) have another order than their escapes.
        if first.contains(0xF4) || second.contains(0xF4) { return nil }
        return TreeBytes.precedes(first, trees.left, second, trees.right)
      }
    }
    if let quick, let inner = quick, let answer = inner { return answer }
    return TreeBytes.precedes(NameText.encode(left.name), trees.left, NameText.encode(right.name), trees.right)
  }
}

extension Tree {
  /// Returns all files below a tree with their paths, without directories, each directory's files in git's order.
  ///
  /// Gitlinks are listed but never entered, and so are directories whose path exceeds the limit for paths. nil means
  /// the empty tree.
  ///
  /// - Parameter limit: the maximum number of files; a few small trees can name each other so often that the list would
  ///   exhaust memory (a tree bomb).
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read; `.damaged` beyond the limit.
  package static func flatten(
    _ root: ObjectID?, in store: any ObjectStore, limit: Int = 10_000_000
  ) throws(ObjectStoreError) -> [(path: String, entry: TreeEntry)] {
    guard let root else { return [] }
    var files: [(path: String, entry: TreeEntry)] = []
    var pending: [(prefix: String, id: ObjectID)] = [("", root)]
    while let directory = pending.popLast() {
      let entries = try store.tree(directory.id).entries
      var below: [(prefix: String, id: ObjectID)] = []
      for entry in entries {
        let path = directory.prefix + entry.name
        if entry.mode == .tree, path.utf8.count <= WorkspacePath.longest {
          below.append((path + "/", entry.id))
        } else {
          files.append((path, entry))
        }
      }
      guard files.count <= limit else { throw .damaged(root, "the tree has more than \(limit) files") }
      pending.append(contentsOf: below.reversed())
    }
    return files
  }

  /// Returns the entry of a path; nil if the tree has none. The root itself has none.
  ///
  /// - Throws: `ObjectStoreError` if a tree on the path cannot be read.
  package static func entry(
    at path: String, of root: ObjectID?, in store: any ObjectStore
  ) throws(ObjectStoreError) -> TreeEntry? {
    guard var directory = root else { return nil }
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    for (position, part) in parts.enumerated() {
      guard let entry = try store.entry(String(part), of: directory) else { return nil }
      if position == parts.count - 1 { return entry }
      guard entry.mode == .tree else { return nil }
      directory = entry.id
    }
    return nil
  }
}
