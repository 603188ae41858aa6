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
    /// How many of the text's lines are in it, from 0 to 1; 1 for an empty text.
    package var share: Double
  }

  /// The version (newest first; the first 20 count) from which the fewest lines go and come; the newest of equals.
  /// nil without versions.
  package static func nearest(to text: [UInt8], among versions: [[UInt8]]) -> Nearest? {
    var numbering = LineNumbering()
    let lines = numbering.number(TextLines(text))
    var best: Nearest?
    for (index, version) in versions.prefix(limit).enumerated() {
      let old = numbering.number(TextLines(version))
      // It differs at least in the lines by which one is longer.
      if let best, abs(old.count - lines.count) >= best.changedLines { continue }
      let changes = LineDiff.changes(from: old, to: lines)
      let size = changes.reduce(0) { $0 + $1.size }
      if let best, size >= best.changedLines { continue }
      let added = changes.reduce(0) { $0 + $1.new.count }
      let share = lines.isEmpty ? 1 : Double(lines.count - added) / Double(lines.count)
      best = Nearest(version: index, changedLines: size, share: share)
      if size == 0 { break }
    }
    return best
  }
}
