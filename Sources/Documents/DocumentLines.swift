internal import Values

/// The lines of a document's front matter.
enum DocumentLines {
  /// Returns the range of the lines between the opening and the closing `---`, and the opening line's end.
  static func block(of document: [UInt8]) -> (content: Range<Int>, lineEnd: [UInt8])? {
    var start = ByteOrderMark.length(in: document)
    let lines = ranges(document, start..<document.count)
    guard let first = lines.first, isFence(document[first]) else { return nil }
    let lineEnd = Array(document[first].drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    guard !lineEnd.isEmpty else { return nil }
    start = first.upperBound
    guard let closing = lines.dropFirst().first(where: { isFence(document[$0]) }) else { return nil }
    return (start..<closing.lowerBound, lineEnd)
  }

  /// Returns whether a document begins with the line that would open a block.
  static func beginsWithFence(_ document: [UInt8]) -> Bool {
    ranges(document, ByteOrderMark.length(in: document)..<document.count).first.map { isFence(document[$0]) } ?? false
  }

  /// Returns whether a document begins with front matter other than YAML, as for Hugo and Zola: the line that opens a
  /// block of TOML, or a JSON object.
  static func beginsWithOtherMatter(_ document: [UInt8]) -> Bool {
    guard let first = ranges(document, ByteOrderMark.length(in: document)..<document.count).first else { return false }
    if document[first].starts(with: "+++".utf8) { return document[first].dropFirst(3).allSatisfy(isBlank) }
    guard document[first.lowerBound] == UInt8(ascii: "{") else { return false }
    // A template's `{{…` and `{%…`, and an attribute's `{#…`, are text.
    let next = document[(first.lowerBound + 1)...].first { !isBlank($0) }
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }

  /// Returns the ranges of the lines with their ends (`\n`, `\r\n` or a single `\r`).
  static func ranges(_ document: [UInt8], _ content: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = content.lowerBound
    for position in content {
      let byte = document[position]
      let isEnd =
        byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r")
          && !(position + 1 < content.upperBound && document[position + 1] == UInt8(ascii: "\n")))
      guard isEnd else { continue }
      result.append(start..<(position + 1))
      start = position + 1
    }
    if start < content.upperBound { result.append(start..<content.upperBound) }
    return result
  }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "---".utf8) && line.dropFirst(3).allSatisfy(isBlank)
  }

  /// Returns whether a line is blank or a comment.
  static func isBlankOrComment(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop(while: isBlank)
    return text.isEmpty || text.first == UInt8(ascii: "#")
  }

  /// Returns the key at the beginning of a line, plain or quoted, without escapes; nil for other lines.
  static func key(_ line: ArraySlice<UInt8>) -> String? {
    guard let first = line.first, !isBlank(first), first != UInt8(ascii: "#") else { return nil }
    guard let colon = keyEnd(line) else { return nil }
    var name = line[line.startIndex..<colon]
    while let last = name.last, isBlank(last) { name = name.dropLast() }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      guard name.count >= 2, name.last == first else { return nil }
      name = name.dropFirst().dropLast()
    }
    return String(validating: name, as: UTF8.self)
  }

  /// Returns the position of the colon after the key at the beginning of a line.
  static func keyEnd(_ line: ArraySlice<UInt8>) -> Int? {
    var from = line.startIndex
    if let quote = line.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let close = line[(from + 1)...].firstIndex(of: quote) else { return nil }
      from = close
    }
    return line[from...].indices.first { index in
      line[index] == UInt8(ascii: ":") && (index + 1 == line.endIndex || isBlank(line[index + 1]))
    }
  }

  /// Returns whether a byte is a space, a tab or part of a newline.
  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
