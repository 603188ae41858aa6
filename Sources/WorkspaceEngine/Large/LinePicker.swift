/// Picks lines out of a content that comes in pieces, in bounded memory. A newline at the end ends the last line and begins
/// no other.
struct LinePicker {
  /// The lines have more bytes than are kept.
  struct TooLong: Error {}

  private let range: LineRange
  private let limit: Int
  private var line = 1
  private var isAtStart = true
  private var kept: [UInt8] = []
  /// Where the lines in `kept` begin.
  private var starts: [Int] = []

  /// Picks nothing yet; what it keeps never has more than twice `limit` bytes.
  init(_ range: LineRange, limit: Int) {
    self.range = range
    self.limit = limit
  }

  /// Takes the next piece.
  mutating func take(_ piece: [UInt8]) throws(TooLong) {
    var rest = piece[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      if isWanted {
        if isAtStart { starts.append(kept.count) }
        kept += rest[..<(end.map { $0 + 1 } ?? rest.endIndex)]
        if kept.count > limit { try trim() }
      }
      isAtStart = end != nil
      if end != nil { line += 1 }
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
    }
  }

  /// The lines, without the newline behind the last.
  func lines() throws(TooLong) -> [UInt8] {
    var result = kept[...]
    if case .last(let count) = range, starts.count > count { result = kept[starts[starts.count - count]...] }
    if result.last == UInt8(ascii: "\n") { result.removeLast() }
    guard result.count <= limit else { throw TooLong() }
    return Array(result)
  }

  private var isWanted: Bool {
    guard case .between(let first, let last) = range else { return true }
    return line >= first && line <= last ?? .max
  }

  /// Lets go of lines that more came behind of than are wanted.
  private mutating func trim() throws(TooLong) {
    guard case .last(let count) = range else { throw TooLong() }
    guard kept.count > 2 * limit else { return }
    let cut = starts.count > count ? starts[starts.count - count] : 0
    kept.removeFirst(cut)
    starts = starts.suffix(count).map { $0 - cut }
    guard kept.count <= 2 * limit else { throw TooLong() }
  }
}
