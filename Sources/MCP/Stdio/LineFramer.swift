/// Splits a stream of bytes into lines, in bounded memory.
package struct LineFramer: Hashable, Sendable {
  /// A part of the stream.
  package enum Piece: Hashable, Sendable {
    /// A line without its newline; empty lines and a trailing carriage return are dropped.
    case line([UInt8])
    /// A line longer than the limit; its bytes were dropped.
    case tooLong
  }

  /// The longest line in bytes.
  package let limit: Int
  private var open: [UInt8] = []
  private var isSkipping = false

  /// Creates a framer of lines up to `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds the next bytes; returns the lines that they complete, in order.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Piece] {
    var pieces: [Piece] = []
    let parts = Array(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0, let piece = end() { pieces.append(piece) }
      guard !isSkipping else { continue }
      if open.count + part.count > limit {
        isSkipping = true
        open = []
      } else {
        open.append(contentsOf: part)
      }
    }
    return pieces
  }

  /// Ends the stream; returns a last line without a newline.
  package mutating func finish() -> Piece? { end() }

  private mutating func end() -> Piece? {
    defer {
      open = []
      isSkipping = false
    }
    if isSkipping { return .tooLong }
    if open.last == UInt8(ascii: "\r") { open.removeLast() }
    return open.isEmpty ? nil : .line(open)
  }
}
