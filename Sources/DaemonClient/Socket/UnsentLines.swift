/// The lines of a connection that the peer has not taken yet.
struct UnsentLines {
  private var lines: [[UInt8]] = []
  /// The number of bytes of the first line that were sent.
  private var offset = 0
  /// The number of unsent bytes.
  private(set) var count = 0

  /// Adds a line, with its newline.
  mutating func append(_ line: [UInt8]) {
    lines.append(line)
    count += line.count
  }

  /// Sends lines until all are sent or `send` returns a number below zero.
  ///
  /// - Parameter send: sends bytes; returns their number, or a number below zero.
  /// - Returns: whether all lines were sent.
  mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int) -> Bool {
    while let first = lines.first {
      let sent = first.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
      guard sent >= 0 else { return false }
      count -= sent
      offset += sent
      if offset == first.count {
        lines.removeFirst()
        offset = 0
      }
    }
    return true
  }
}
