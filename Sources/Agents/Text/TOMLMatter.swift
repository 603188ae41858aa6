internal import TOMLKit
internal import Values

/// The TOML front matter between two `+++` lines, as Hugo and Zola write it, of which one line is changed.
///
/// TOML only supplies the meaning: a changed text counts only if it is read as the same values, but for the key.
struct TOMLMatter {
  /// The greatest length of a block that is read, in bytes.
  private static let longest = 64 << 10

  private let text: [UInt8]
  /// The range of the lines between the opening and the closing one.
  private let content: Range<Int>
  private let values: TOMLTable

  /// Finds and reads the block; nil if there is none or it is no TOML.
  init?(_ text: [UInt8]) {
    guard let content = Self.content(of: text), content.count <= Self.longest,
      let block = String(validating: text[content], as: UTF8.self), let values = try? TOMLTable(string: block)
    else { return nil }
    (self.text, self.content, self.values) = (text, content, values)
  }

  /// Returns whether a document begins with the line that opens a block.
  static func begins(_ text: [UInt8]) -> Bool {
    lines(text, from: ByteOrderMark.length(in: text)).first { _ in true }.map { isFence(text[$0]) } ?? false
  }

  /// Returns the length of a document's block with both lines; 0 without one.
  static func length(_ text: [UInt8]) -> Int {
    guard let content = content(of: text) else { return 0 }
    return lines(text, from: content.upperBound).first { _ in true }?.upperBound ?? text.count
  }

  /// Returns the document with another value of a key before the first table. A value of several lines, or of another
  /// type than the present one, is not set; a text stays a text.
  func setting(_ key: String, to value: String) -> [UInt8]? {
    let old = values[key]?.type
    if old != .string, let given = Self.value(value)?.type, given == old || old == nil && given != .string {
      return changed(key, to: value) { $0.type == given }
    }
    guard old == nil || old == .string else { return nil }
    return changed(key, to: JSONString.quoted(value)) { $0.string?.utf8.elementsEqual(value.utf8) == true }
  }

  /// Returns the line of a key before the first table, without its end; nil if there is none.
  func line(of key: String) -> String? {
    guard case .value(let line, _)? = place(of: key) else { return nil }
    return String(decoding: text[line].prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
  }

  /// Returns the line of a key whose value is a list or a table in that line; nil for any other.
  func list(of key: String) -> Range<Int>? {
    guard let type = values[key]?.type, type == .array || type == .table, case .value(let line, _)? = place(of: key)
    else { return nil }
    return line
  }

  /// The place of a key.
  private enum Place {
    /// The key's line, and the value in it.
    case value(line: Range<Int>, Range<Int>)
    /// The end of the last line before the first table, for a new key.
    case new(Int)
  }

  private func changed(
    _ key: String, to form: String, _ isWanted: (any TOMLValueConvertible) -> Bool
  ) -> [UInt8]? {
    let made: [UInt8]
    switch place(of: key) {
    case .value(_, let range): made = Array(text[..<range.lowerBound] + Array(form.utf8) + text[range.upperBound...])
    case .new(let end):
      let lineEnd: [UInt8] = text[..<content.lowerBound].dropLast().last == 13 ? [13, 10] : [10]
      let isBare = !key.isEmpty && key.utf8.allSatisfy(Self.isBare)
      let line = Array("\(isBare ? key : JSONString.quoted(key)) = \(form)".utf8) + lineEnd
      made = Array(text[..<end] + line + text[end...])
    case nil: return nil
    }
    guard let after = TOMLMatter(made)?.values, let value = after[key], isWanted(value),
      let before = TOMLMatter(text)?.values
    else { return nil }
    // But for the key, both must have the same values.
    (before[key], after[key]) = ("", "")
    return before == after ? made : nil
  }

  /// Returns the place of a key; nil if its value is not in its line.
  private func place(of key: String) -> Place? {
    var end = content.lowerBound
    for line in Self.lines(text, from: content.lowerBound).prefix(while: { $0.lowerBound < content.upperBound }) {
      let bytes = text[line].drop(while: Self.isBlank)
      if bytes.first == UInt8(ascii: "[") { break }
      guard let first = bytes.first, first != UInt8(ascii: "#") else { continue }
      end = line.upperBound
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), Self.isKey(bytes[..<equals], key) else { continue }
      return value(in: bytes[equals...].dropFirst()).map { .value(line: line, $0) }
    }
    return values[key] == nil ? .new(end) : nil
  }

  /// Returns the range of the value in the rest of a line, before a comment.
  private func value(in rest: ArraySlice<UInt8>) -> Range<Int>? {
    let rest = rest.drop(while: Self.isBlank)
    let signs = rest.indices.filter { rest[$0] == UInt8(ascii: "#") } + [rest.endIndex]
    for sign in signs {
      var piece = rest[..<sign]
      while let last = piece.last, Self.isBlank(last) { piece.removeLast() }
      if Self.value(String(decoding: piece, as: UTF8.self)) != nil { return piece.startIndex..<piece.endIndex }
    }
    return nil
  }

  /// Returns the value that a text in one line is; nil if it is none.
  private static func value(_ text: String) -> (any TOMLValueConvertible)? {
    guard !text.contains(where: \.isNewline), let table = try? TOMLTable(string: "key = " + text), table.count == 1
    else { return nil }
    return table["key"]
  }

  private static func isKey(_ name: ArraySlice<UInt8>, _ key: String) -> Bool {
    var name = name
    while let last = name.last, isBlank(last) { name.removeLast() }
    if name.elementsEqual(key.utf8) { return key.utf8.allSatisfy(isBare) }
    return name.elementsEqual(JSONString.quoted(key).utf8) || name.elementsEqual("'\(key)'".utf8)
  }

  private static func content(of text: [UInt8]) -> Range<Int>? {
    var lines = Self.lines(text, from: ByteOrderMark.length(in: text))
    guard let first = lines.next(), isFence(text[first]) else { return nil }
    while let line = lines.next() {
      if isFence(text[line]) { return first.upperBound..<line.lowerBound }
    }
    return nil
  }

  /// The lines of a text with their ends.
  private struct Lines: Sequence, IteratorProtocol {
    var text: [UInt8]
    var position: Int

    mutating func next() -> Range<Int>? {
      guard position < text.count else { return nil }
      let end = text[position...].firstIndex(of: 10).map { $0 + 1 } ?? text.count
      defer { position = end }
      return position..<end
    }
  }

  private static func lines(_ text: [UInt8], from start: Int) -> Lines { Lines(text: text, position: start) }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "+++".utf8) && line.dropFirst(3).allSatisfy(isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  private static func isBare(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
  }
}
