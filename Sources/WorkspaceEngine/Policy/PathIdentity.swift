/// A path as every system would take it: what is one file somewhere is one here. Pure.
///
/// Letters count whatever their case and however their accents are composed, blanks and dots at a name's end and
/// characters that show nothing do not count (Windows drops the first, HFS+ the others).
struct PathIdentity: Hashable, Sendable {
  /// The names, folded.
  let names: [String]

  /// The identity of a path whose parts are joined by `/`.
  init(_ path: String) {
    names = path.utf8.split(separator: UInt8(ascii: "/")).map { Self.fold(String(Substring($0))) }
  }

  /// One name, folded. Two names of one identity are equal texts: Swift compares them as Unicode does.
  static func fold(_ name: String) -> String {
    if let plain = foldPlain(name) { return plain }
    let shown = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    // Upper case first: some letters have a common capital only.
    let folded = String(String.UnicodeScalarView(shown)).uppercased().lowercased()
    let end = folded.unicodeScalars.lastIndex { $0 != "." && $0 != " " }
    return end.map { String(folded.unicodeScalars[...$0]) } ?? folded
  }

  /// The same for a name of ASCII only, which most are; nil for others.
  private static func foldPlain(_ name: String) -> String? {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var bytes = name.utf8.map { byte in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    while let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " "), bytes.count > 1 {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
