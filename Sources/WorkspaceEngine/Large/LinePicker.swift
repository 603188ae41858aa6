internal import WorkspaceAPI

/// An extractor of lines from a content that arrives in pieces, in bounded memory. A newline at the end ends the last
/// line and begins no other.
struct LinePicker {
  /// The error for lines that have more bytes than the limit.
  struct TooLong: Error {}

  private static let newline = UInt8(ascii: "\n")
  /// The number of bytes that are kept before any are dropped.
  private static let least = 65_536

  private let range: LineRange
  private let limit: Int
  private var line = 1
  private var kept: [UInt8] = []
  /// The number of kept bytes at which unwanted ones are dropped.
  private var trimsAt: Int

  /// Makes an empty picker; it never holds more than twice `limit` bytes plus a piece.
  init(_ range: LineRange, limit: Int) {
    self.range = range
    self.limit = limit
    trimsAt = min(Self.least, 2 * limit)
  }

  /// The number of bytes that are held.
  var size: Int { kept.count }

  /// Takes the next piece.
  ///
  /// - Throws: `TooLong` if the wanted lines have more than `limit` bytes.
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
      // The additional byte may be the newline after the last line.
      if kept.count > limit + 1 { throw TooLong() }
    }
  }

  /// Returns the lines, without the newline after the last one.
  ///
  /// - Throws: `TooLong` if they have more than `limit` bytes.
  func lines() throws(TooLong) -> [UInt8] {
    var result = kept[...]
    if case .last(let count) = range { result = kept[start(ofLast: count)...] }
    if result.last == Self.newline { result.removeLast() }
    guard result.count <= limit else { throw TooLong() }
    return Array(result)
  }

  /// Returns the index in the kept bytes at which the last lines begin.
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

  /// Drops the lines that precede the wanted ones, and the oldest bytes if the wanted lines are too long. Two bytes
  /// more than the limit stay, so that the result remains too long until enough lines follow.
  private mutating func trim(to count: Int) {
    kept.removeFirst(max(start(ofLast: count), kept.count - limit - 2))
    // The kept bytes are searched again only after as many new ones arrived.
    trimsAt = min(max(2 * kept.count, Self.least), 2 * limit)
  }
}
