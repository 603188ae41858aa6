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
