extension FrontMatter {
  /// A value of a key that is more than one text in one line, as it is written.
  private enum Form {
    /// A list or mapping in brackets.
    case flow(String)
    /// A list, a line or more for each element.
    case list([String])
    /// A text in lines, with the header before them.
    case block(header: String, [String])
    /// A text in one line.
    case text(String)

    init?(_ value: String) {
      var lines = value.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.utf8.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      guard let first = lines.first else { return nil }
      let begin = first.drop(while: \.isWhitespace)
      if begin == "-" || begin.hasPrefix("- ") {
        self = .list(Self.unindented(lines))
      } else if lines.count > 1, let sign = begin.first, sign == "|" || sign == ">" {
        self = .block(header: String(begin), Self.unindented(Array(lines.dropFirst())))
      } else if lines.count == 1, let sign = begin.first, sign == "[" || sign == "{" {
        self = .flow(first.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      } else if lines.count == 1 {
        self = .text(first)
      } else {
        return nil
      }
    }

    /// Lines without the blanks that all of them begin with.
    private static func unindented(_ lines: [String]) -> [String] {
      let written = lines.filter { !$0.allSatisfy(\.isWhitespace) }
      let indent = written.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { String($0.dropFirst(min(indent, $0.prefix { $0 == " " }.count))) }
    }
  }

  /// Whether a value is written as a list, a mapping or a text in lines.
  package static func isCollection(_ value: String) -> Bool {
    switch Form(value) {
    case .flow, .list, .block: true
    case .text, nil: false
    }
  }

  /// Returns the lines of a key whose value is a list, a mapping, or a text of several lines; nil for a text in one
  /// line, and without the key.
  package func collection(of key: String) -> Range<Int>? {
    guard let field = fields.first(where: { $0.key.utf8.elementsEqual(key.utf8) }),
      field.value == nil || !field.isOneLine
    else { return nil }
    return FrontMatterBlock(bytes)?.entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.body ?? field.line
  }

  /// The document with another value of a key, whatever the old one is: a list or mapping in brackets, a list in lines
  /// that begin with `-`, a text in lines behind `|` or `>`, or a text in one line.
  ///
  /// The key, a comment behind it, and all that belongs to other keys stay; comments within the old value go with it. A new
  /// key comes last.
  ///
  /// - Returns: nil where the value is none of these, or would be read as another.
  package func replacing(_ key: String, by value: String) -> [UInt8]? {
    guard let value = Form(value), let block = FrontMatterBlock(bytes) else { return nil }
    let entry = block.entries.first { $0.key.utf8.elementsEqual(key.utf8) }
    guard entry != nil || Self.isKey(key) else { return nil }
    let head = entry.map { Array(bytes[$0.body.lowerBound..<$0.valueStart]) } ?? Array("\(key):".utf8)
    let comment = entry.map { Self.comment(in: bytes[$0.valueStart..<$0.lineEnd]) } ?? []
    var lines: [[UInt8]] = []
    switch value {
    case .flow(let text): lines = [head + Array(" \(text)".utf8) + comment]
    case .text(let text): lines = [head + Array(" \(ScalarText.plain(text))".utf8) + comment]
    case .list(let items):
      let indent = entry.map { indentation(of: $0) } ?? "  "
      lines = [head + comment] + items.map { Array(($0.isEmpty ? "" : indent + $0).utf8) }
    case .block(let header, let texts):
      lines = [head + Array(" \(header)".utf8) + comment] + texts.map { Array(($0.isEmpty ? "" : "  " + $0).utf8) }
    }
    let place = entry?.body ?? end..<end
    let made = Array(bytes[..<place.lowerBound] + lines.flatMap { $0 + lineEnd } + bytes[place.upperBound...])
    return isSame(FrontMatter(made), butFor: key, value) ? made : nil
  }

  /// Whether another front matter has the same values, and of one key a value of a kind.
  private func isSame(_ other: FrontMatter?, butFor key: String, _ value: Form) -> Bool {
    guard let other else { return false }
    let isKey: (Field) -> Bool = { $0.key.utf8.elementsEqual(key.utf8) }
    let rest = other.fields.filter { !isKey($0) }.map { [$0.key, $0.value ?? ""] + ($0.elements ?? []) }
    guard rest == fields.filter({ !isKey($0) }).map({ [$0.key, $0.value ?? ""] + ($0.elements ?? []) }),
      let field = other.fields.first(where: isKey)
    else { return false }
    switch value {
    case .flow: return field.value == nil
    case .list: return field.value == nil
    case .block, .text: return field.value != nil
    }
  }

  /// The blanks before the elements of a list in lines; two for any other value.
  private func indentation(of entry: FrontMatterBlock.Entry) -> String {
    let lines = DocumentLines.ranges(bytes, entry.lineEnd..<max(entry.lineEnd, entry.body.upperBound))
    let first = lines.lazy.map { bytes[$0] }.first { !DocumentLines.isBlankOrComment($0) }
    guard entry.elements != nil, let first else { return "  " }
    return String(repeating: " ", count: first.prefix { $0 == UInt8(ascii: " ") }.count)
  }

  /// The comment at the end of the line that a value begins in, with the blanks before it.
  private static func comment(in line: ArraySlice<UInt8>) -> [UInt8] {
    var text = line
    while let last = text.last, DocumentLines.isBlank(last) { text.removeLast() }
    guard var start = text.firstIndex(where: { !DocumentLines.isBlank($0) }) else { return [] }
    switch text[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      start = text.lastIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") }.map { $0 + 1 } ?? text.endIndex
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      start = ScalarText.quoted(text, from: start)?.upperBound ?? text.endIndex
    default: break
    }
    var position = start
    while position < text.endIndex {
      let isFree = position == line.startIndex || DocumentLines.isBlank(text[position - 1])
      if text[position] == UInt8(ascii: "#"), isFree {
        while position > start, DocumentLines.isBlank(text[position - 1]) { position -= 1 }
        let isFirst = position == start && position > line.startIndex && DocumentLines.isBlank(text[position - 1])
        return (isFirst ? [UInt8(ascii: " ")] : []) + Array(text[position...])
      }
      position += 1
    }
    return []
  }
}
