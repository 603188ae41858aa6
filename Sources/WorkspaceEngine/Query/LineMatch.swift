internal import Merge

/// The lines of an older version that a newer version contains again.
enum LineMatch {
  /// Returns for each text the number, from 0, of the same line in the older version; nil if it has no such line at
  /// that place. The order of both is kept.
  static func match(_ texts: [String], in older: [String]) -> [Int?] {
    var found = [Int?](repeating: nil, count: texts.count)
    var (old, new) = (0, 0)
    func take(until end: Int) {
      while old < end {
        found[new] = old
        old += 1
        new += 1
      }
    }
    for change in LineDiff.changes(from: bytes(older), to: bytes(texts)) {
      take(until: change.old.lowerBound)
      (old, new) = (change.old.upperBound, change.new.upperBound)
    }
    take(until: older.count)
    return found
  }

  /// Joins lines with a line end after each, also the last one: a missing line end there must not make lines differ.
  private static func bytes(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes.append(contentsOf: line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
