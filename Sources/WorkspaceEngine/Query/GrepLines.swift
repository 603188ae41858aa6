/// The lines of a file, for the context of search hits. Pure.
struct GrepLines {
  private let bytes: [UInt8]
  private let starts: [Int]

  /// Splits a file into lines.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    if starts.last == bytes.count { starts.removeLast() }
    self.starts = starts
  }

  /// Returns the existing lines between two numbers, counted from 1.
  func texts(from first: Int, to last: Int) -> [String] {
    guard max(first, 1) <= min(last, starts.count) else { return [] }
    return (max(first, 1)...min(last, starts.count)).map { number in
      Self.text(bytes[starts[number - 1]..<(number < starts.count ? starts[number] : bytes.count)])
    }
  }

  /// Returns a line for display: without its line end, and shortened.
  static func text(_ line: ArraySlice<UInt8>) -> String {
    var line = line
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(String(decoding: line.prefix(1_600), as: UTF8.self).prefix(400))
  }
}
