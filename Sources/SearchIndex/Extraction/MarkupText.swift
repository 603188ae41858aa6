internal import Values

/// The text of HTML, for the index. Pure.
enum MarkupText {
  /// The elements whose content is no text of the document.
  private static let hidden: Set<String> = ["script", "style"]
  /// The tags that separate no words.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup", "u",
  ]

  /// Returns the text without tags, comments, scripts and styles, with entities replaced; the lines stay.
  static func plain(_ content: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var scanner = MarkupScanner(content, hiding: hidden)
    while let piece = scanner.next() {
      switch piece {
      case .text(let range): text += CharacterReference.decoded(content[range])
      case .comment(let range): text += [UInt8(ascii: " ")] + lines(content[range])
      case .tag(let name, _, let range):
        if !inline.contains(name) { text.append(UInt8(ascii: " ")) }
        text += lines(content[range])
      }
    }
    return text
  }

  private static func lines(_ content: ArraySlice<UInt8>) -> [UInt8] { content.filter { $0 == UInt8(ascii: "\n") } }

  /// Returns the text of the first element of a name; nil if there is none with a text.
  static func element(_ name: String, in content: [UInt8]) -> String? {
    let head = Array(content.prefix(256 << 10))
    var scanner = MarkupScanner(head, hiding: hidden)
    var start: Int?
    while let piece = scanner.next() {
      guard case .tag(let found, let isEnd, let range) = piece, found == name else { continue }
      if let start, isEnd { return words(head[start..<range.lowerBound]) }
      if start == nil, !isEnd { start = range.upperBound }
    }
    return start.flatMap { words(head[$0...]) }
  }

  private static func words(_ content: ArraySlice<UInt8>) -> String? {
    let words = String(decoding: plain(Array(content)), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(200))
  }
}
