/// One path that differs between two trees.
///
/// Directories have no change of their own: an added or removed one is listed as its files. A directory whose path
/// exceeds `WorkspacePath.longest` is listed itself, without its contents.
package struct TreeChange: Hashable, Sendable {
  /// The path relative to the trees' root. A string instead of a `WorkspacePath`: other programs' trees can contain
  /// names that are not valid (`.GIT`), and those must be visible to be refused.
  package var path: String
  /// The first tree's entry; nil if it has no file there.
  package var old: TreeEntry?
  /// The second tree's entry; nil if it has no file there.
  package var new: TreeEntry?

  package init(path: String, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// The content of a path in a tree: one blob, or nothing.
package struct PathVersion: Hashable, Sendable {
  /// The path, by its bytes.
  package var key: NameKey
  /// The blob; nil if the path does not exist.
  package var blob: ObjectID?

  package init(_ path: String, _ blob: ObjectID?) {
    key = NameKey(path)
    self.blob = blob
  }

  /// The path as text.
  package var path: String { String(key.text) }
}

/// A comparison of two trees that opens only subtrees with different ids.
package enum TreeDiff {
  /// The maximum number of differences (see `Tree.flatten`).
  private static let limit = 10_000_000

  /// Returns the files that differ between the trees, in git's order of paths within each directory.
  ///
  /// A file replaced by a directory is a removal of its path and an addition of each file below it. nil means the
  /// empty tree. A directory whose path exceeds the limit is not opened: it is one change of its own.
  ///
  /// - Parameters:
  ///   - most: the number of changes from which no further directory is opened: a few objects can contain more files
  ///     than any disk holds.
  ///   - withRemovals: whether each removed file is listed, too.
  /// - Throws: `ObjectStoreError` of the first tree that cannot be read; `.damaged` if there are more differences than
  ///   any folder has files.
  package static func changes(
    from old: ObjectID?, to new: ObjectID, in store: any ObjectStore, atMost most: Int = .max, withRemovals: Bool = true
  ) throws(ObjectStoreError) -> [TreeChange] {
    try changes(from: old, to: new, atMost: most, withRemovals: withRemovals) { pair throws(ObjectStoreError) in
      let (old, new) = (try store.treeContent(pair.old), try store.treeContent(pair.new))
      if let quick = TreeCursor.differences(from: old, to: new) { return quick }
      return try differences(pair, old, new)
    }
  }

  /// Returns the files that differ, with a function that compares two directories by name and kind.
  static func changes(
    from old: ObjectID?, to new: ObjectID, atMost most: Int, withRemovals: Bool = true,
    by compare: (Pair) throws(ObjectStoreError) -> [Difference]
  ) throws(ObjectStoreError) -> [TreeChange] {
    var changes: [TreeChange] = []
    var pending: [Pair] = [Pair(prefix: "", old: old, new: new)]
    while changes.count < most, let pair = pending.popLast() {
      guard pair.old != pair.new else { continue }
      var below: [Pair] = []
      try sort(compare(pair), of: pair, into: &changes, below: &below, withRemovals)
      guard changes.count <= limit else { throw .damaged(new, "it differs in more than \(limit) files") }
      pending.append(contentsOf: below.reversed())
    }
    return changes
  }

  /// Two directories of one path that are not compared yet.
  struct Pair {
    /// The directory's path with a slash at its end; empty for the root.
    var prefix: String
    /// The old directory's tree; nil if it does not exist.
    var old: ObjectID?
    /// The new directory's tree; nil if it does not exist.
    var new: ObjectID?
  }

  /// An entry of one name and kind in two directories; nil if a directory has none.
  typealias Difference = (old: TreeEntry?, new: TreeEntry?)

  private static func sort(
    _ differences: [Difference], of pair: Pair, into changes: inout [TreeChange], below: inout [Pair],
    _ withRemovals: Bool
  ) {
    for (left, right) in differences {
      guard withRemovals || right != nil, let name = left?.name ?? right?.name else { continue }
      let path = pair.prefix + name
      if left?.mode == .tree || right?.mode == .tree, path.utf8.count <= WorkspacePath.longest {
        below.append(Pair(prefix: path + "/", old: left?.id, new: right?.id))
      } else {
        changes.append(TreeChange(path: path, old: left, new: right))
      }
    }
  }

  /// Returns the differences of two directories that are not in git's own form: they are parsed as values.
  static func differences(
    _ pair: Pair, _ old: [UInt8], _ new: [UInt8]
  ) throws(ObjectStoreError) -> [Difference] {
    try differences(from: entries(old, of: pair.old), to: entries(new, of: pair.new))
  }

  private static func entries(_ content: [UInt8], of id: ObjectID?) throws(ObjectStoreError) -> [TreeEntry] {
    do { return try Tree(content: content).entries } catch { throw .damaged(id ?? .emptyTree, "not a tree") }
  }

  /// Returns the differences of two sorted lists of entries.
  private static func differences(
    from old: [TreeEntry], to new: [TreeEntry]
  ) -> [Difference] {
    var found: [Difference] = []
    var first = 0
    var second = 0
    while first < old.count || second < new.count {
      var left = first < old.count ? old[first] : nil
      var right = second < new.count ? new[second] : nil
      if let before = left, let after = right {
        if Tree.precedes(before, after) { right = nil } else if Tree.precedes(after, before) { left = nil }
      }
      first += left == nil ? 0 : 1
      second += right == nil ? 0 : 1
      if left != right { found.append((left, right)) }
    }
    return found
  }
}

extension TreeCursor {
  /// Returns the differences between two trees' contents by name and kind, in git's order; nil if one is not in git's
  /// own form and must be parsed as values.
  ///
  /// No values are created for equal entries, which are most of a wide directory.
  static func differences(from old: [UInt8], to new: [UInt8]) -> [(old: TreeEntry?, new: TreeEntry?)]? {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        var (left, right) = (TreeCursor(old), TreeCursor(new))
        var found: [(old: TreeEntry?, new: TreeEntry?)] = []
        while left.isAtEntry || right.isAtEntry {
          if areSame(left, right) {
            left.advance()
            right.advance()
            continue
          }
          let least = !right.isAtEntry || (left.isAtEntry && left.precedes(right)) ? left : right
          let pair = (old: left.take(like: least), new: right.take(like: least))
          if pair.old != pair.new { found.append(pair) }
        }
        return left.isSound && right.isSound ? found : nil
      }
    }
  }
}
