/// A path in the form in which every operating system would compare it: two paths that are one file on some system are
/// equal here. Pure.
///
/// The comparison ignores case, the composition of accents, blanks and dots at the end of a name, and invisible
/// characters (Windows drops the trailing ones, HFS+ drops the invisible ones).
package struct PathIdentity: Hashable, Sendable {
  /// The names, folded.
  package let names: [String]

  /// Makes the identity of a path whose names are joined by `/`.
  package init(_ path: String) {
    names = path.utf8.split(separator: UInt8(ascii: "/")).map { Self.fold(String(Substring($0))) }
  }

  /// Returns a folded name. Two names of one identity are equal strings, because Swift compares strings canonically.
  package static func fold(_ name: String) -> String {
    if let plain = foldPlain(name) { return plain }
    let shown = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    // Upper case comes first: some letters have only the capital in common.
    let folded = String(String.UnicodeScalarView(shown)).uppercased().lowercased()
    let end = folded.unicodeScalars.lastIndex { $0 != "." && $0 != " " }
    return end.map { String(folded.unicodeScalars[...$0]) } ?? folded
  }

  /// Returns the folded name if it is ASCII only, as most names are; else nil.
  private static func foldPlain(_ name: String) -> String? {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var bytes = name.utf8.map { byte in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    while let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " "), bytes.count > 1 {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
