/// A tree object as a value: entries in git's order.
package struct Tree: Hashable, Sendable {
  /// The entries, sorted as git sorts them (a directory as if its name ended in `/`).
  package private(set) var entries: [TreeEntry]

  /// Makes a tree; entries may come in any order, the last of two equal names stands.
  package init(_ entries: [TreeEntry] = []) {
    self.entries = []
    self.entries.reserveCapacity(entries.count)
    for entry in entries.sorted(by: Self.precedes) {
      if self.entries.last?.name == entry.name { self.entries.removeLast() }
      self.entries.append(entry)
    }
  }

  /// Reads a tree object's content.
  ///
  /// - Throws: `ObjectFormatError.tree` where the bytes are not a tree: a mode unknown, a name empty, or cut short.
  package init(content: [UInt8]) throws(ObjectFormatError) {
    var entries: [TreeEntry] = []
    var position = 0
    while position < content.count {
      var mode: UInt32 = 0
      while position < content.count, content[position] != UInt8(ascii: " ") {
        let digit = content[position] &- UInt8(ascii: "0")
        guard digit < 8 else { throw .tree }
        mode = mode << 3 | UInt32(digit)
        position += 1
      }
      position += 1
      let start = position
      while position < content.count, content[position] != 0 { position += 1 }
      guard position + 20 < content.count, position > start, let kind = FileMode(bits: mode),
        let id = ObjectID(bytes: content[(position + 1)...(position + 20)])
      else { throw .tree }
      entries.append(TreeEntry(name: NameText.decode(content[start..<position]), mode: kind, id: id))
      position += 21
    }
    self.entries = entries
  }

  /// The content of the tree object.
  package var content: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 48)
    for entry in entries {
      bytes.append(contentsOf: String(entry.mode.rawValue, radix: 8).utf8)
      bytes.append(UInt8(ascii: " "))
      bytes.append(contentsOf: NameText.encode(entry.name))
      bytes.append(0)
      bytes.append(contentsOf: entry.id.bytes)
    }
    return bytes
  }

  /// The entry of a name, if there is one.
  package subscript(name: String) -> TreeEntry? {
    position(of: name).map { entries[$0] }
  }

  /// Puts an entry in its place, replacing one of the same name.
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

  /// Takes the entry of a name out; nothing where there is none.
  package mutating func remove(name: String) {
    if let position = position(of: name) { entries.remove(at: position) }
  }

  private func position(of name: String) -> Int? {
    // A directory sorts elsewhere than a file of the same name: look for both.
    for mode in [FileMode.file, .tree] {
      let probe = TreeEntry(name: name, mode: mode, id: .zero)
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if Self.precedes(entries[middle], probe) { low = middle + 1 } else { high = middle }
      }
      if low < entries.count, entries[low].name == name { return low }
    }
    return nil
  }

  private static func precedes(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
    // git compares bytes, with "/" standing behind a directory's name.
    var first = NameText.isEscaped(left.name) ? NameText.encode(left.name)[...].makeIterator() : nil
    var second = NameText.isEscaped(right.name) ? NameText.encode(right.name)[...].makeIterator() : nil
    var plainFirst = left.name.utf8.makeIterator()
    var plainSecond = right.name.utf8.makeIterator()
    var endedFirst = false
    var endedSecond = false
    while true {
      var a = first != nil ? first?.next() : plainFirst.next()
      var b = second != nil ? second?.next() : plainSecond.next()
      if a == nil, !endedFirst {
        endedFirst = true
        a = left.mode == .tree ? UInt8(ascii: "/") : 0
      }
      if b == nil, !endedSecond {
        endedSecond = true
        b = right.mode == .tree ? UInt8(ascii: "/") : 0
      }
      guard let a, let b else { return a == nil && b != nil }
      if a != b { return a < b }
      if endedFirst && endedSecond { return false }
    }
  }
}
