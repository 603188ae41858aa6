/// Splits HTML into texts and tags, for all readers of pages and documents. Pure.
package struct MarkupScanner {
  /// A piece of HTML.
  package enum Piece: Hashable, Sendable {
    /// Text with its character references; a `<` that begins no tag is text.
    case text(Range<Int>)
    /// A tag with its name in lower case; the tag of a hidden element has its content and its end too.
    case tag(String, isEnd: Bool, Range<Int>)
    case comment(Range<Int>)
  }

  private let content: [UInt8]
  private let hidden: Set<String>
  private var index = 0

  /// Creates a scanner.
  ///
  /// - Parameter hidden: the names of elements whose content is passed over, such as `script`.
  package init(_ content: [UInt8], hiding hidden: Set<String>) {
    self.content = content
    self.hidden = hidden
  }

  /// Returns the next piece; nil at the end.
  package mutating func next() -> Piece? {
    guard index < content.count else { return nil }
    let start = index
    if content[start...].starts(with: "<!--".utf8) {
      index = end(of: "-->", from: start + 4)
      return .comment(start..<index)
    }
    guard beginsTag(start) else {
      index = start + 1
      while index < content.count, content[index] != UInt8(ascii: "<") || !beginsTag(index) { index += 1 }
      return .text(start..<index)
    }
    index = content[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? content.count
    let isEnd = content[start + 1] == UInt8(ascii: "/")
    let letters = content[(start + (isEnd ? 2 : 1))..<index].prefix { Self.isLetter($0) || (48...57).contains($0) }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    let isEmpty = index >= 2 && content[index - 2] == UInt8(ascii: "/")
    if !isEnd, !isEmpty, hidden.contains(name) { skip(to: name) }
    return .tag(name, isEnd: isEnd, start..<index)
  }

  /// Passes over the content of an element, which may have any characters, and its end.
  private mutating func skip(to name: String) {
    let word = Array(name.utf8)
    while index < content.count {
      let rest = content[index...]
      if rest.starts(with: "</".utf8),
        rest.dropFirst(2).prefix(word.count).elementsEqual(word, by: { $0 | 0x20 == $1 | 0x20 }),
        rest.dropFirst(2 + word.count).first.map({ !Self.isLetter($0) && !(48...57).contains($0) }) ?? true
      {
        index = rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? content.count
        return
      }
      index += 1
    }
  }

  private func beginsTag(_ place: Int) -> Bool {
    guard content[place] == UInt8(ascii: "<"), place + 1 < content.count else { return false }
    return Self.isLetter(content[place + 1]) || "/!?".utf8.contains(content[place + 1])
  }

  private func end(of mark: String, from start: Int) -> Int {
    var place = start
    while place < content.count {
      if content[place...].starts(with: mark.utf8) { return place + mark.utf8.count }
      place += 1
    }
    return content.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}

/// The character references of HTML, such as `&amp;` and `&#228;`. Pure.
package enum CharacterReference {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—", "hellip": "…",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä",
    "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
  ]
  /// The length in bytes of the longest reference that is looked for.
  private static let longest = 12

  /// Returns a text with its references replaced; unknown ones stay.
  package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<mark]
      rest = rest[(mark + 1)...]
      guard let end = rest.prefix(longest).firstIndex(of: UInt8(ascii: ";")), let letters = self.text(of: rest[..<end])
      else {
        result.append(UInt8(ascii: "&"))
        continue
      }
      result += letters.utf8
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  /// Returns the text of the reference with a name; nil for an unknown one, and for a control character.
  private static func text(of name: ArraySlice<UInt8>) -> String? {
    let name = String(decoding: name, as: UTF8.self)
    if let text = names[name] { return text }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { $0 > 31 ? Unicode.Scalar($0) : nil }.map { String(Character($0)) }
  }
}
