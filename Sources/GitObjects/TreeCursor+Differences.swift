extension TreeCursor {
  /// What two trees' contents have differently, by name and kind, in git's order; nil where one is not as git writes it,
  /// and is to be read as values.
  ///
  /// No values are made of what both have: most of a wide directory.
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
