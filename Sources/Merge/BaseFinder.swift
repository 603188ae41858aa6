/// Finds by content what a text was made from (DESIGN "Stale saves").
package enum BaseFinder {
  /// How many versions are looked at.
  package static let limit = 20

  /// The version that a text is nearest to.
  package struct Nearest: Hashable, Sendable {
    /// Its place in the list, 0 being the newest.
    package var version: Int
    /// How many lines go and come between it and the text.
    package var changedLines: Int
    /// How much the two share, from 0 to 1: the part of the one of them of which more is in the other; 1 where one is
    /// empty. Who adds much to a short text has not replaced it.
    package var share: Double
  }

  /// The version (newest first; the first 20 count) from which the fewest lines go and come; of equals the one from which
  /// the fewest words go and come, then the newest. nil without versions.
  package static func nearest(to text: [UInt8], among versions: [[UInt8]]) -> Nearest? {
    var numbering = LineNumbering()
    let newText = TextLines(text)
    let lines = numbering.number(newText)
    var best: Nearest?
    var words: Int?
    for (index, version) in versions.prefix(limit).enumerated() {
      let oldText = TextLines(version)
      let old = numbering.number(oldText)
      // It differs at least in the lines by which one is longer.
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

  /// How much two texts share: the part of the one of them of which more is in the other; 1 where one is empty.
  private static func share(_ changes: [LineChange], of old: Int, _ new: Int) -> Double {
    guard old > 0, new > 0 else { return 1 }
    let common = old - changes.reduce(0) { $0 + $1.old.count }
    return Double(common) / Double(min(old, new))
  }

  /// How many bytes of changed lines are compared by words.
  private static let longest = 64 << 10

  /// How many words go and come within changed lines; the largest number where these are too long.
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
