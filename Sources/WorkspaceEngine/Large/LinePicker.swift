internal import WorkspaceAPI

/// Picks lines out of a content that comes in pieces, in bounded memory. A newline at the end ends the last line and begins
/// no other.
struct LinePicker {
  /// The lines have more bytes than are kept.
  struct TooLong: Error {}

  private static let newline = UInt8(ascii: "\n")
  /// So many bytes are kept before anything is let go of.
  private static let least = 65_536

  private let range: LineRange
  private let limit: Int
  private var line = 1
  private var kept: [UInt8] = []
  /// At so many bytes is let go of what is not wanted.
  private var trimsAt: Int

  /// Picks nothing yet; what it keeps never has more than twice `limit` bytes and a piece.
  init(_ range: LineRange, limit: Int) {
    self.range = range
    self.limit = limit
    trimsAt = min(Self.least, 2 * limit)
  }

  /// How many bytes it holds.
  var size: Int { kept.count }

  /// Takes the next piece.
  mutating func take(_ piece: [UInt8]) throws(TooLong) {
    switch range {
    case .last(let count):
      kept += piece
      if kept.count > trimsAt { trim(to: count) }
    case .between(let first, let last):
      var rest = piece[...]
      while !rest.isEmpty, line <= last ?? .max {
        let end = rest.firstIndex(of: Self.newline).map { $0 + 1 }
        if line >= first { kept += rest[..<(end ?? rest.endIndex)] }
        if end != nil { line += 1 }
        rest = rest[(end ?? rest.endIndex)...]
      }
      // One more may be the newline behind the last.
      if kept.count > limit + 1 { throw TooLong() }
    }
  }

  /// The lines, without the newline behind the last.
  func lines() throws(TooLong) -> [UInt8] {
    var result = kept[...]
    if case .last(let count) = range { result = kept[start(ofLast: count)...] }
    if result.last == Self.newline { result.removeLast() }
    guard result.count <= limit else { throw TooLong() }
    return Array(result)
  }

  /// Where the last lines begin in what is kept.
  private func start(ofLast count: Int) -> Int {
    guard count > 0 else { return kept.count }
    var missing = count
    var end = kept.last == Self.newline ? kept.count - 1 : kept.count
    while let before = kept[..<end].lastIndex(of: Self.newline) {
      missing -= 1
      if missing == 0 { return before + 1 }
      end = before
    }
    return 0
  }

  /// Lets go of lines that more came behind of than are wanted, and of the oldest bytes where the wanted ones have too
  /// many: two more than are given out stay, so that what is left is too long still, until enough lines came behind it.
  private mutating func trim(to count: Int) {
    kept.removeFirst(max(start(ofLast: count), kept.count - limit - 2))
    // What stayed is looked at anew only after as much came again.
    trimsAt = min(max(2 * kept.count, Self.least), 2 * limit)
  }
}
