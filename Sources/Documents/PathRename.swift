/// An observed rename: the old and the new path.
package struct PathRename: Hashable, Sendable, Codable {
  /// The old path.
  package var from: String
  /// The new path.
  package var to: String

  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }

  /// Parses the value of a `Stet-Renamed` trailer, `from => to`; nil for any other text.
  init?(trailer value: Substring) {
    let bytes = Array(value.utf8)
    let mark = Array(" => ".utf8)
    guard bytes.count > mark.count else { return nil }
    for position in 0...(bytes.count - mark.count) where bytes[position..<(position + mark.count)].elementsEqual(mark) {
      from = TrailerText.unescape(String(decoding: bytes[..<position], as: UTF8.self))
      to = TrailerText.unescape(String(decoding: bytes[(position + mark.count)...], as: UTF8.self))
      return
    }
    return nil
  }

  /// The value of the trailer; `>` in a name is escaped, so that the separator occurs once.
  var trailer: String {
    let mark = [UInt8(ascii: ">")]
    return TrailerText.escape(from, alsoEscaping: mark) + " => " + TrailerText.escape(to, alsoEscaping: mark)
  }
}

extension [PathRename] {
  /// Returns the name that a path had before one of these renames, of itself or of a folder above it; nil if there is
  /// none.
  package func nameBefore(_ path: String) -> String? {
    for rename in reversed() where path.utf8.starts(with: rename.to.utf8) {
      let rest = path.utf8.dropFirst(rename.to.utf8.count)
      if rest.isEmpty || rest.first == UInt8(ascii: "/") { return rename.from + String(decoding: rest, as: UTF8.self) }
    }
    return nil
  }
}
