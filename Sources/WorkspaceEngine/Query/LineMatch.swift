internal import Merge

/// Which lines of an older version are those that a newer one has again.
enum LineMatch {
  /// For each text in order the number of the line, from 0, that is the same one in the older version; nil where that
  /// has no such line there. The order of both is kept.
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

  /// Every line with an end, the last one too: whether a text has one there says nothing of its lines.
  private static func bytes(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes.append(contentsOf: line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
