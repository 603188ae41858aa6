/// The output of a program on a server, read as lines and as bytes.
package struct ServerLines {
  /// The longest line of a protocol; a longer one is other output.
  private static let longest = 65_536

  /// The program's input and output.
  let stream: any ServerStream
  private var rest: [UInt8] = []
  private var start = 0

  /// Creates a reader.
  init(_ stream: any ServerStream) { self.stream = stream }

  /// Returns the next line without its newline; nil at the end of the output.
  mutating func line() async -> String? {
    var looked = start
    while true {
      if let end = rest[looked...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return String(decoding: rest[start..<end], as: UTF8.self)
      }
      looked = rest.count
      guard rest.count - start < Self.longest, let more = await stream.read() else { return nil }
      rest += more
    }
  }

  /// Returns the next available bytes; nil at the end of the output.
  mutating func bytes() async -> [UInt8]? {
    guard start < rest.count else {
      (rest, start) = ([], 0)
      return await stream.read()
    }
    defer { (rest, start) = ([], 0) }
    return Array(rest[start...])
  }

  /// Returns exactly so many bytes; nil if the output ends before that.
  mutating func bytes(_ count: Int) async -> [UInt8]? {
    while rest.count - start < count {
      guard let more = await stream.read() else { return nil }
      if start > 0 {
        rest.removeSubrange(..<start)
        start = 0
      }
      rest += more
    }
    defer { start += count }
    return Array(rest[start..<start + count])
  }
}
