internal import Documents

/// The lines under a heading of a Markdown document, up to the next heading of the same or a higher level.
struct DocumentSection: Hashable, Sendable {
  private struct Heading {
    var title: String
    var level: Int
    var line: Range<Int>
  }

  /// The lines of the section, without the heading.
  private let range: Range<Int>

  /// Finds the section under a heading, which may be given with its signs, as `## Tasks`.
  ///
  /// - Throws: `ToolFailure` with the existing headings, if none or several have this name.
  init(_ name: String, in text: [UInt8]) throws(ToolFailure) {
    let headings = Self.headings(of: text)
    let wanted = Self.heading(Array(name.utf8)[...])
    let found = headings.indices.filter { index in
      guard let wanted else {
        return headings[index].title == name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      return headings[index].title == wanted.title && headings[index].level == wanted.level
    }
    guard found.count == 1, let index = found.first else {
      let shown = headings.prefix(40).map { String(repeating: "#", count: $0.level) + " " + ModelText.line($0.title) }
      throw ToolFailure(
        "\(found.isEmpty ? "There is no heading" : "Several headings are called") \(ModelText.quotedShort(name)). "
          + (found.isEmpty ? "" : "Give it with its signs, or edit by oldText. ")
          + (shown.isEmpty ? "The file has no headings." : "The file has these:\n" + shown.joined(separator: "\n")))
    }
    let next = headings[(index + 1)...].first { $0.level <= headings[index].level }
    range = headings[index].line.upperBound..<(next?.line.lowerBound ?? text.count)
  }

  /// Returns the text of the section.
  func body(in text: [UInt8]) -> ArraySlice<UInt8> { text[range] }

  /// Returns the lines of the section without the blank lines around them, counted from 1; nil for an empty section.
  func lines(in text: [UInt8]) -> ClosedRange<Int>? {
    guard let first = text[range].firstIndex(where: { !Self.isBlank($0) }),
      let last = text[range].lastIndex(where: { !Self.isBlank($0) })
    else { return nil }
    let before = text[..<first].count { $0 == 10 } + 1
    return before...before + text[first...last].count { $0 == 10 }
  }

  /// Returns the document with another text in the section; blank lines around it stay.
  func replaced(by new: [UInt8], in text: [UInt8]) -> [UInt8] {
    let form = TextForm(text)
    let end: [UInt8] = form.hasCarriageReturns ? [13, 10] : [10]
    let isBlank: (UInt8) -> Bool = { $0 == 10 || $0 == 13 || $0 == 32 || $0 == 9 }
    let old = text[range]
    let first = old.firstIndex { !isBlank($0) }
    let last = old.lastIndex { !isBlank($0) }
    var body = form.lines(new)
    while let byte = body.last, isBlank(byte) { body.removeLast() }
    let start = body.firstIndex { !isBlank($0) } ?? body.startIndex
    body = Array(body[(body[..<start].lastIndex(of: 10).map { $0 + 1 } ?? body.startIndex)...])
    guard let first, let last else {
      // The section was empty: one blank line before the text, and one before the next heading.
      let lead = text[..<range.lowerBound].last == 10 ? end : end + end
      let trail = range.upperBound < text.count ? end : []
      return Array(text[..<range.lowerBound] + lead + body + end + trail + text[range.upperBound...])
    }
    let lineStart = text[range.lowerBound..<first].lastIndex(of: 10).map { $0 + 1 } ?? range.lowerBound
    return Array(text[..<lineStart] + body + text[(last + 1)...])
  }

  /// Returns the headings outside of front matter and fenced code.
  private static func headings(of text: [UInt8]) -> [Heading] {
    var headings: [Heading] = []
    var position = max(FrontMatterBlock.length(text), TOMLMatter.length(text))
    var fence: (sign: UInt8, count: Int)?
    // The lines above, which are one heading if a line of `=` or `-` follows.
    var paragraph: Range<Int>?
    // Whether the line above is part of a list, a quote or another block, which no underline makes a heading.
    var isOther = false
    while position < text.count {
      let end = text[position...].firstIndex(of: 10).map { $0 + 1 } ?? text.count
      let line = text[position..<end]
      let run = self.fence(line)
      if let open = fence {
        if let run, run.sign == open.sign, run.count >= open.count { fence = nil }
      } else if let run {
        (fence, paragraph, isOther) = (run, nil, false)
      } else if let (title, level) = heading(line) {
        headings.append(Heading(title: title, level: level, line: position..<end))
        (paragraph, isOther) = (nil, false)
      } else if let level = underline(line) {
        if let above = paragraph {
          let words = String(decoding: text[above], as: UTF8.self).split(whereSeparator: \.isWhitespace)
          headings.append(Heading(title: words.joined(separator: " "), level: level, line: above.lowerBound..<end))
        }
        (paragraph, isOther) = (nil, false)
      } else if line.allSatisfy(isBlank) {
        (paragraph, isOther) = (nil, false)
      } else if !isOther, isParagraph(line, isBegun: paragraph != nil) {
        paragraph = (paragraph?.lowerBound ?? position)..<end
      } else {
        (paragraph, isOther) = (nil, true)
      }
      position = end
    }
    return headings
  }

  /// Returns the level of the heading that a line such as `===` or `---` underlines; nil for another line.
  private static func underline(_ line: ArraySlice<UInt8>) -> Int? {
    let text = line.drop { $0 == 32 }
    guard text.startIndex - line.startIndex < 4, let sign = text.first,
      sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-")
    else { return nil }
    guard text.drop(while: { $0 == sign }).allSatisfy(isBlank) else { return nil }
    return sign == UInt8(ascii: "=") ? 1 : 2
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  /// Returns whether a line that is not blank belongs to a paragraph at the left margin: a line of a list, of a quote,
  /// or a rule does not, and HTML or an indented line begins none.
  private static func isParagraph(_ line: ArraySlice<UInt8>, isBegun: Bool) -> Bool {
    let text = line.drop(while: isBlank)
    guard let first = text.first else { return false }
    let isRule = "-*_".utf8.contains(first) && text.allSatisfy { $0 == first || isBlank($0) }
    let isList = "-+*".utf8.contains(first) && text.dropFirst().first.map(isBlank) ?? true
    guard !isRule, !isList, first != UInt8(ascii: ">") else { return false }
    let digits = text.prefix { (48...57).contains($0) }
    if !digits.isEmpty, let mark = text.dropFirst(digits.count).first,
      mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"),
      text.dropFirst(digits.count + 1).first.map(isBlank) ?? true
    {
      return false
    }
    return isBegun || text.startIndex == line.startIndex && first != UInt8(ascii: "<")
  }

  /// Returns the row of backticks or tildes that opens or closes fenced code; nil for another line.
  private static func fence(_ line: ArraySlice<UInt8>) -> (sign: UInt8, count: Int)? {
    let text = line.drop { $0 == 32 }
    guard let sign = text.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let count = text.prefix { $0 == sign }.count
    return count >= 3 ? (sign, count) : nil
  }

  /// Returns the title and level of a line such as `## Tasks ##`; nil for another line.
  private static func heading(_ line: ArraySlice<UInt8>) -> (title: String, level: Int)? {
    let level = line.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    let rest = line.dropFirst(level)
    guard rest.first.map({ $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }) ?? true else { return nil }
    var words = String(decoding: rest, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    if let last = words.last, last.allSatisfy({ $0 == "#" }) { words.removeLast() }
    return (words.joined(separator: " "), level)
  }
}
