extension TreeEditor {
  /// The entry of a path; nil where the tree has none. Uses the trees that the editor keeps in memory.
  ///
  /// - Throws: `ObjectStoreError` where a tree on the way cannot be read.
  package func entry(at path: String, of root: ObjectID) throws(ObjectStoreError) -> TreeEntry? {
    var directory = root
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    for (position, part) in parts.enumerated() {
      let bytes = try content(of: directory)
      let span: TreeBytes.Span?
      do { span = try TreeBytes.find(String(part), in: bytes) } catch { throw .damaged(directory, "not a tree") }
      guard let entry = span?.entry else { return nil }
      if position == parts.count - 1 { return entry }
      guard entry.mode == .tree else { return nil }
      directory = entry.id
    }
    return nil
  }
}
