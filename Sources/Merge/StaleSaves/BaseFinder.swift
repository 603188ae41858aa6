/// Finds the version that a text was made from, by content (DESIGN "Stale saves").
package enum BaseFinder {
  /// The number of versions that are compared.
  package static let limit = 20

  /// The version that is nearest to a text.
  package struct Nearest: Hashable, Sendable {
    /// Its place in the list, 0 being the newest.
    package var version: Int
    /// The number of removed and added lines between it and the text.
    package var changedLines: Int
    /// The number of common lines divided by the lines of the shorter text, from 0 to 1; 1 if one is empty. A long
    /// addition to a short text therefore does not count as a replacement.
    package var share: Double
  }

  /// Returns the version with the fewest removed and added lines; for equal counts the one with the fewest changed
  /// words, then the newest. The versions are given newest first, and the first 20 count. nil without versions.
  package static func nearest(to text: [UInt8], among versions: [[UInt8]]) -> Nearest? {
    var numbering = LineNumbering()
    let newText = TextLines(text)
    let lines = numbering.number(newText)
    var best: Nearest?
    var words: Int?
    for (index, version) in versions.prefix(limit).enumerated() {
      let oldText = TextLines(version)
      let old = numbering.number(oldText)
      // The number of changed lines is at least the difference of the line counts.
      if let best, abs(old.count - lines.count) > best.changedLines { continue }
      let changes = LineDiff.changes(from: old, to: lines)
      let size = changes.reduce(0) { $0 + $1.size }
      if let best {
        if size > best.changedLines { continue }
        if size == best.changedLines {
          let known =
            words
            ?? changedWords(
              LineDiff.changes(from: TextLines(versions[best.version]), to: newText), TextLines(versions[best.version]),
              newText)
          words = known
          let own = changedWords(changes, oldText, newText)
          guard own < known else { continue }
          words = own
        } else {
          words = nil
        }
      }
      best = Nearest(version: index, changedLines: size, share: share(changes, of: old.count, lines.count))
      if size == 0 { break }
    }
    return best
  }

  /// Returns the number of common lines divided by the lines of the shorter text; 1 if one is empty.
  private static func share(_ changes: [LineChange], of old: Int, _ new: Int) -> Double {
    guard old > 0, new > 0 else { return 1 }
    let common = old - changes.reduce(0) { $0 + $1.old.count }
    return Double(common) / Double(min(old, new))
  }

  /// The greatest size in bytes of changed lines that are compared by words.
  private static let longest = 64 << 10

  /// Returns the number of removed and added words within changed lines; the greatest number if these are too long.
  private static func changedWords(_ changes: [LineChange], _ old: TextLines, _ new: TextLines) -> Int {
    guard changes.reduce(0, { $0 + old[$1.old].count + new[$1.new].count }) <= longest else { return .max }
    var known: [ArraySlice<UInt8>: Int32] = [:]
    func numbers(_ text: ArraySlice<UInt8>) -> [Int32] {
      text.split { !isWordByte($0) }.map { word in
        let number = known[word] ?? Int32(known.count)
        known[word] = number
        return number
      }
    }
    return changes.reduce(0) { sum, change in
      sum + LineDiff.changes(from: numbers(old[change.old]), to: numbers(new[change.new])).reduce(0) { $0 + $1.size }
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      true
    default: false
    }
  }
}
