extension TreeEditor {
  /// Returns the entry of a path; nil if the tree has none. Uses the cached trees of the editor.
  ///
  /// - Throws: `ObjectStoreError` if a tree on the path cannot be read.
  package func entry(at path: String, of root: ObjectID) throws(ObjectStoreError) -> TreeEntry? {
    var directory = root
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    for (position, part) in parts.enumerated() {
      guard let entry = try entry(named: String(part), in: directory) else { return nil }
      if position == parts.count - 1 { return entry }
      guard entry.mode == .tree else { return nil }
      directory = entry.id
    }
    return nil
  }

  /// Returns the entries of paths in the same order; nil for a path without one.
  ///
  /// Names of one directory are searched for in one pass, because each single search reads a wide directory from its
  /// beginning.
  ///
  /// - Throws: `ObjectStoreError` if a tree on the path cannot be read.
  package func entries(at paths: [String], of root: ObjectID) throws(ObjectStoreError) -> [TreeEntry?] {
    var found = [TreeEntry?](repeating: nil, count: paths.count)
    var names: [NameKey: [(name: String, index: Int)]] = [:]
    for (index, path) in paths.enumerated() {
      let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let name = end.map { path[path.utf8.index(after: $0)...] } ?? path[...]
      names[NameKey(end.map { path[..<$0] } ?? ""), default: []].append((String(name), index))
    }
    for (parent, wanted) in names {
      var directory = root
      if !parent.text.isEmpty {
        guard let entry = try entry(at: String(parent.text), of: root), entry.mode == .tree else { continue }
        directory = entry.id
      }
      let bytes = try content(of: directory)
      var position = 0
      for (name, index) in wanted.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        do {
          // git's order differs for some names: a name that is not after the last one may be before it.
          var span = try TreeBytes.find(name, in: bytes, from: position)
          if span == nil, position > 0 { span = try TreeBytes.find(name, in: bytes) }
          guard let span else { continue }
          found[index] = span.entry
          position = span.range.upperBound
        } catch { throw .damaged(directory, "not a tree") }
      }
    }
    return found
  }

  /// Returns the entry of a name in one directory; a wide directory with many lookups has an index.
  private func entry(named name: String, in directory: ObjectID) throws(ObjectStoreError) -> TreeEntry? {
    if let index = indexes.value(for: directory) { return index.entry(of: name) }
    let bytes = try content(of: directory)
    if bytes.count > Self.wideBytes {
      let lookups = (asked.value(for: directory) ?? 0) + 1
      asked.put(lookups, for: directory)
      if lookups > Self.fewLookups, let index = TreeIndex(bytes) {
        indexes.put(index, for: directory)
        return index.entry(of: name)
      }
    }
    do { return try TreeBytes.find(name, in: bytes)?.entry } catch { throw .damaged(directory, "not a tree") }
  }
}

/// The positions of the names in a wide tree, so that many lookups do not read all earlier names each time.
///
/// A lookup in the content costs the width of the directory. For 40,000 files in one directory, that was nearly all the
/// time of placing their contents.
struct TreeIndex {
  /// The tree's content.
  private let content: [UInt8]
  /// A hash table of the entries' start positions plus one; 0 is an empty slot. Its size is a power of two.
  private var slots: [UInt32]

  /// Creates an index in one pass over a tree's content; nil if it is not a tree, or exceeds the range of positions.
  init?(_ content: [UInt8]) {
    guard content.count < UInt32.max else { return nil }
    self.content = content
    var starts: [(start: Int, name: Range<Int>)] = []
    let end = content.withUnsafeBufferPointer { bytes in
      var position = 0
      while let entry = TreeBytes.next(in: bytes, at: position) {
        starts.append((position, entry.name))
        position = entry.end
      }
      return position
    }
    guard end == content.count else { return nil }
    var size = 16
    while size < starts.count * 2 { size *= 2 }
    var slots = [UInt32](repeating: 0, count: size)
    content.withUnsafeBufferPointer { bytes in
      for (start, name) in starts {
        var slot = Self.hash(UnsafeBufferPointer(rebasing: bytes[name])) & (size - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = UInt32(start) + 1
      }
    }
    self.slots = slots
  }

  /// Returns the entry of a name; nil if there is none.
  func entry(of name: String) -> TreeEntry? {
    let wanted = NameText.encode(name)
    let mask = slots.count - 1
    var slot = wanted.withUnsafeBufferPointer { Self.hash($0) } & mask
    return content.withUnsafeBufferPointer { bytes in
      while slots[slot] != 0 {
        let start = Int(slots[slot]) - 1
        if let entry = TreeBytes.next(in: bytes, at: start), wanted.elementsEqual(bytes[entry.name]) {
          return ObjectID(bytes: content[entry.end - 20..<entry.end]).map {
            TreeEntry(name: name, mode: FileMode(ofEntry: entry.mode), id: $0)
          }
        }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }

  /// Returns a hash that differs from run to run, so that nobody can choose names that share one slot.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hasher.finalize()
  }
}
