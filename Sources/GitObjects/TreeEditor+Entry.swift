extension TreeEditor {
  /// The entry of a path; nil where the tree has none. Uses the trees that the editor keeps in memory.
  ///
  /// - Throws: `ObjectStoreError` where a tree on the way cannot be read.
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

  /// The entries of paths, each at its path's place; nil where the tree has none.
  ///
  /// Names of one directory are looked for in one pass: each by itself reads a wide directory from its beginning.
  ///
  /// - Throws: `ObjectStoreError` where a tree on the way cannot be read.
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
          // git's order puts some names elsewhere: what is not behind the last may stand before it.
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

  /// The entry of a name in one directory: of a wide one that is asked again and again, by its index.
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
