extension FrontMatter {
  /// Returns the document with a key set; a new key is added after those named that exist, else at the end.
  ///
  /// The value keeps its kind of quotes, and a comment after it is kept. Nil if the key's current value is not a scalar
  /// in one line, which must not be replaced.
  package func setting(_ key: String, to value: String, behind others: [String]) -> [UInt8]? {
    guard let field = fields.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
      guard Self.isKey(key) else { return nil }
      let place = fields.last { field in others.contains { $0.utf8.elementsEqual(field.key.utf8) } }
      let position = place.flatMap { $0.isOneLine ? $0.line.upperBound : nil } ?? end
      let line = Array("\(key): \(ScalarText.plain(value))".utf8) + lineEnd
      return Array(bytes[..<position] + line + bytes[position...])
    }
    guard field.isOneLine, let old = field.value, let place = valuePlace(field) else { return nil }
    if old.utf8.elementsEqual(value.utf8) { return bytes }
    var text = ScalarText.render(value, like: bytes[place])
    if place.isEmpty, bytes[place.lowerBound - 1] == UInt8(ascii: ":") { text = " " + text }
    return Array(bytes[..<place.lowerBound] + Array(text.utf8) + bytes[place.upperBound...])
  }

  /// Returns whether a text can be a new key: a line with it is read as that one key.
  package static func isKey(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, !"\"'#-".unicodeScalars.contains(first),
      !first.properties.isWhitespace, !key.unicodeScalars.contains(where: TrailerText.isUnsafe),
      let fields = FrontMatter(Array("---\n\(key): 1\n---\n".utf8))?.fields
    else { return false }
    return fields.count == 1 && fields.allSatisfy { $0.key.utf8.elementsEqual(key.utf8) && $0.value == "1" }
  }

  /// Returns the range of a key's value in its line with its quotes; nil for anything but a plain or quoted scalar
  /// (anchors, tags, blocks, collections).
  private func valuePlace(_ field: Field) -> Range<Int>? {
    let line = bytes[field.line]
    guard let colon = DocumentLines.keyEnd(line) else { return nil }
    var start = colon + 1
    while start < line.endIndex, line[start] == UInt8(ascii: " ") || line[start] == UInt8(ascii: "\t") { start += 1 }
    let isEmpty = start == line.endIndex || DocumentLines.isBlank(line[start]) || line[start] == UInt8(ascii: "#")
    if isEmpty { return (colon + 1)..<(colon + 1) }
    switch line[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return ScalarText.quoted(line, from: start)
    case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"),
      UInt8(ascii: "["), UInt8(ascii: "{"):
      return nil
    default:
      var finish = line.endIndex
      for index in start..<line.endIndex
      where line[index] == UInt8(ascii: "#") && index > start && DocumentLines.isBlank(line[index - 1]) {
        finish = index
        break
      }
      while finish > start, DocumentLines.isBlank(line[finish - 1]) { finish -= 1 }
      return start..<finish
    }
  }
}
