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
