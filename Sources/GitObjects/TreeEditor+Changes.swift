extension TreeEditor {
  /// Returns the files that differ between two trees, as `TreeDiff.changes`, with the trees that the editor caches, so
  /// that a comparison of consecutive commits reads each tree once.
  ///
  /// Equal bytes of wide directories are skipped without a check, so the trees must be in git's own form.
  ///
  /// - Parameter most: the number of changes from which no further directory is opened.
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
  /// Returns two trees' contents without the equal entries at their beginning and at their end.
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
          // Content that is not a tree is left to the caller, which parses all of it.
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

  /// Returns the number of equal bytes at the beginning of two contents.
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

  /// Returns the number of equal bytes at the end of two contents, after a position.
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
