/// Applies edits of paths to a tree and stores the resulting trees, opening only changed directories.
///
/// Caches the content of the trees that it read and wrote last, so that the next save in the same directory reads
/// nothing. Belongs to the isolation domain of its store.
package final class TreeEditor {
  /// The size in bytes from which a tree is changed as bytes instead of as a list of entries (review C3).
  static let wideBytes = 16 * 1024
  /// The number of changed names up to which a wide tree is changed as bytes.
  private static let fewNames = 16
  /// The number of single lookups from which a wide tree gets an index, which costs as much as two of them.
  static let fewLookups = 4

  private let store: any ObjectStore
  private var recent: RecentCache<ObjectID, [UInt8]>
  /// The indexes of wide trees with many lookups.
  var indexes = RecentCache<ObjectID, TreeIndex>(limit: 4)
  /// The number of lookups of each wide tree.
  var asked = RecentCache<ObjectID, Int>(limit: 64)

  /// Creates an editor over a store; it caches at most `cacheBytes` of trees' content.
  package init(store: any ObjectStore, cacheBytes: Int = 8 << 20) {
    self.store = store
    recent = RecentCache(limit: cacheBytes)
  }

  /// Applies the edits to a tree (nil: the empty one) and returns the id of the resulting tree.
  ///
  /// Of two edits of one path the later one applies. An edit below a path that an earlier edit set to a file or removed
  /// applies to the result of that edit. Unchanged trees are not written.
  ///
  /// - Throws: `ObjectStoreError` if a changed tree cannot be read or written; `.failed` for an empty path or
  ///   component.
  package func apply(_ edits: [TreeEdit], to root: ObjectID?) throws(ObjectStoreError) -> ObjectID {
    var open = [try begin(root ?? .emptyTree, edits.map { BelowEdit(rest: $0.path[...], edit: $0) })]
    // A list instead of recursion, because a path may be deeper than a thread's stack allows.
    while var directory = open.popLast() {
      if let below = try walk(&directory) {
        open.append(directory)
        open.append(below)
        continue
      }
      let id = try close(directory)
      guard var parent = open.popLast() else { return id ?? .emptyTree }
      parent.take(directory: id)
      open.append(parent)
    }
    return .emptyTree
  }

  private func begin(_ id: ObjectID, _ edits: [BelowEdit]) throws(ObjectStoreError) -> EditedTree {
    let fates = try NameFate.group(edits)
    let content = try content(of: id)
    let isWide = content.count > Self.wideBytes && fates.count <= Self.fewNames
    guard let tree = EditedTree(id: id, content: content, fates: fates, isWide: isWide) else {
      throw .damaged(id, "not a tree")
    }
    return tree
  }

  /// Continues a directory to its end, or to a subdirectory with changes.
  private func walk(_ directory: inout EditedTree) throws(ObjectStoreError) -> EditedTree? {
    while let fate = directory.next {
      guard let current = directory.entry(fate.name) else { throw .damaged(directory.id, "not a tree") }
      let base: TreeEntry?
      switch fate.base {
      case .stays: base = current
      case .goes: base = nil
      case .becomes(let mode, let id): base = TreeEntry(name: fate.name, mode: mode, id: id)
      }
      let below = base?.mode == .tree ? base?.id : nil
      // A removal below a file, or below nothing, is no change.
      guard !fate.below.isEmpty, below != nil || fate.setsBelow else {
        directory.take(base)
        continue
      }
      return try begin(below ?? .emptyTree, fate.below)
    }
    return nil
  }

  /// Stores the changed directory and returns its id; nil if nothing remains of it.
  private func close(_ directory: EditedTree) throws(ObjectStoreError) -> ObjectID? {
    let changed = directory.changed
    if changed.isEmpty { return nil }
    if changed == directory.content { return directory.id }
    let new = try store.write(.tree, changed)
    recent.put(changed, for: new, cost: changed.count)
    return new
  }

  /// Returns the bytes of a tree object; the empty tree need not be stored.
  func content(of id: ObjectID) throws(ObjectStoreError) -> [UInt8] {
    if id == .emptyTree { return [] }
    if let content = recent.value(for: id) { return content }
    let content = try store.treeContent(id)
    recent.put(content, for: id, cost: content.count)
    return content
  }
}

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
