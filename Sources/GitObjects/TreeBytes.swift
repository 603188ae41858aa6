/// In-place changes of a tree's content, for directories so wide that parsing them is most of a save's cost (review
/// C3).
enum TreeBytes {
  /// The position of an entry in the content.
  struct Span {
    /// The byte range of the entry.
    var range: Range<Int>
    var entry: TreeEntry
  }

  /// Returns the entry of a name; nil if there is none.
  ///
  /// - Parameter start: the start of an entry; earlier entries are skipped.
  /// - Throws: `ObjectFormatError.tree` if the bytes before it, or all bytes if there is none, are not a tree.
  static func find(_ name: String, in content: [UInt8], from start: Int = 0) throws(ObjectFormatError) -> Span? {
    let wanted = NameText.encode(name)
    let found = content.withUnsafeBufferPointer { bytes in
      var position = start
      while let entry = next(in: bytes, at: position) {
        if entry.name.count == wanted.count, wanted.elementsEqual(bytes[entry.name]) {
          return (start: position, entry: Optional(entry))
        }
        position = entry.end
      }
      return (start: position, entry: nil)
    }
    guard let entry = found.entry else {
      guard found.start == content.count else { throw .tree }
      return nil
    }
    guard let id = ObjectID(bytes: content[entry.end - 20..<entry.end]) else { throw .tree }
    let mode = FileMode(ofEntry: entry.mode)
    return Span(range: found.start..<entry.end, entry: TreeEntry(name: name, mode: mode, id: id))
  }

  /// Replaces the bytes of an entry by those of another (nil: removes it), each in its position of git's order.
  static func replace(_ span: Span?, named name: String, with entry: TreeEntry?, in content: inout [UInt8]) {
    if span?.entry == entry { return }
    if let span, let entry, (span.entry.mode == .tree) == (entry.mode == .tree) {
      content.replaceSubrange(span.range, with: encoded(entry))
      return
    }
    if let span { content.removeSubrange(span.range) }
    guard let entry else { return }
    let key = NameText.encode(entry.name)
    let isTree = entry.mode == .tree
    let place = content.withUnsafeBufferPointer { bytes in
      var position = 0
      while let other = next(in: bytes, at: position),
        precedes(bytes[other.name], other.mode & 0o170000 == 0o040000, key[...], isTree)
      {
        position = other.end
      }
      return position
    }
    content.insert(contentsOf: encoded(entry), at: place)
  }

  /// Returns the bytes of one entry.
  static func encoded(_ entry: TreeEntry) -> [UInt8] {
    var bytes = Array(entry.mode.octal.utf8)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: NameText.encode(entry.name))
    bytes.append(0)
    bytes.append(contentsOf: entry.id.bytes)
    return bytes
  }

  /// The parts of an entry in the content.
  struct Raw {
    /// The mode bits.
    var mode: UInt32
    var name: Range<Int>
    /// The position after the id.
    var end: Int
  }

  /// Returns the entry at a position; nil at the end and if the rest is not an entry.
  @inline(__always)
  static func next(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Raw? {
    var position = start
    var mode: UInt32 = 0
    while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 8 else { return nil }
      mode = mode << 3 | UInt32(digit)
      position += 1
    }
    position += 1
    let nameStart = position
    while position < bytes.count, bytes[position] != 0 { position += 1 }
    guard position > nameStart, position + 20 < bytes.count else { return nil }
    return Raw(mode: mode, name: nameStart..<position, end: position + 21)
  }

  /// Returns whether a name precedes another in git's order: by bytes, with a directory's name followed by `/`.
  @inline(__always)
  static func precedes(
    _ left: some RandomAccessCollection<UInt8>, _ leftIsTree: Bool,
    _ right: some RandomAccessCollection<UInt8>, _ rightIsTree: Bool
  ) -> Bool {
    var first = left.makeIterator()
    var second = right.makeIterator()
    while true {
      let a = first.next()
      let b = second.next()
      if let a, let b {
        if a != b { return a < b }
        continue
      }
      let end = (left: leftIsTree ? UInt8(ascii: "/") : 0, right: rightIsTree ? UInt8(ascii: "/") : 0)
      if a == nil, b == nil { return end.left < end.right }
      if let a { return a < end.right }
      if let b { return end.left < b }
    }
  }
}
