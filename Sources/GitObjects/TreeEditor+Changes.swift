extension TreeEditor {
  /// The files that two trees have differently, as `TreeDiff.changes`, by the trees that the editor keeps in memory: a look
  /// at one commit after another reads each tree once.
  ///
  /// What wide directories have in the same bytes is passed over and not looked at, so the trees must be as git writes them.
  ///
  /// - Parameter most: no further directory is opened once so many are found.
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read.
  package func changes(
    from old: ObjectID?, to new: ObjectID, atMost most: Int
  ) throws(ObjectStoreError) -> [TreeChange] {
    try TreeDiff.changes(from: old, to: new, atMost: most) { pair throws(ObjectStoreError) in
      let old = try pair.old.map { id throws(ObjectStoreError) in try content(of: id) } ?? []
      let new = try pair.new.map { id throws(ObjectStoreError) in try content(of: id) } ?? []
      let (before, after) = TreeBytes.trimmed(old, new)
      if let quick = TreeCursor.differences(from: before, to: after) { return quick }
      return try TreeDiff.differences(pair, old, new)
    }
  }
}

extension TreeBytes {
  /// Two trees' contents without the entries that both have at their beginning and at their end.
  static func trimmed(_ old: [UInt8], _ new: [UInt8]) -> (old: [UInt8], new: [UInt8]) {
    let middle = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new -> (old: Range<Int>, new: Range<Int>) in
        let same = sameBytes(old, new)
        var start = 0
        while start < same, let entry = next(in: old, at: start), entry.end <= same { start = entry.end }
        let tail = sameBytesAtEnd(old, new, after: start)
        var (first, second) = (start, start)
        while true {
          let (left, right) = (old.count - first, new.count - second)
          if left == right, left <= tail { return (start..<first, start..<second) }
          let (oldEntry, newEntry) = (next(in: old, at: first), next(in: new, at: second))
          // What is no tree is left to who reads it whole.
          if left >= right && oldEntry == nil || right >= left && newEntry == nil {
            return (0..<old.count, 0..<new.count)
          }
          if left >= right, let oldEntry { first = oldEntry.end }
          if right >= left, let newEntry { second = newEntry.end }
        }
      }
    }
    return (Array(old[middle.old]), Array(new[middle.new]))
  }

  /// How many bytes two contents have in common at their beginning.
  private static func sameBytes(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(first.count, second.count)
    let (left, right) = (UnsafeRawBufferPointer(first), UnsafeRawBufferPointer(second))
    var position = 0
    while position + 8 <= count,
      left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    {
      position += 8
    }
    while position < count, first[position] == second[position] { position += 1 }
    return position
  }

  /// How many bytes two contents have in common at their end, of those behind a position.
  private static func sameBytesAtEnd(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, after start: Int
  ) -> Int {
    let count = min(first.count, second.count) - start
    let (left, right) = (UnsafeRawBufferPointer(first), UnsafeRawBufferPointer(second))
    var found = 0
    while found + 8 <= count,
      left.loadUnaligned(fromByteOffset: first.count - found - 8, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: second.count - found - 8, as: UInt64.self)
    {
      found += 8
    }
    while found < count, first[first.count - found - 1] == second[second.count - found - 1] { found += 1 }
    return found
  }
}
