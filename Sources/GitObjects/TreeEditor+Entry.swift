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
