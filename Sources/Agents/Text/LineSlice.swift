/// A part of a text, by lines.
enum LineSlice {
  /// The first lines.
  static func head(_ text: String, _ count: Int) -> String {
    let lines = lines(text)
    return lines.prefix(count).joined(separator: "\n")
  }

  /// The last lines.
  static func tail(_ text: String, _ count: Int) -> String {
    let lines = lines(text)
    return lines.suffix(count).joined(separator: "\n")
  }

  /// The lines from one to another, counted from 1; up to the end without `last`.
  static func range(_ text: String, from first: Int, to last: Int?) -> String {
    let lines = lines(text)
    let start = min(max(first, 1) - 1, lines.count)
    let end = min(max(last ?? lines.count, start), lines.count)
    return lines[start..<end].joined(separator: "\n")
  }

  /// How many lines a text has.
  static func count(_ text: String) -> Int { lines(text).count }

  /// By bytes: to Swift `\r\n` is one Character. A newline at the end ends the last line and begins no other.
  private static func lines(_ text: String) -> [Substring] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
