/// The text of HTML. Pure.
enum MarkupText {
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "hellip": "…",
  ]

  /// Returns the text without tags, comments, scripts and styles, with entities replaced; the lines stay.
  static func plain(_ content: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      switch content[index] {
      case UInt8(ascii: "<"):
        let end = endOfTag(in: content, at: index)
        if isBlock(content, index) { text.append(UInt8(ascii: " ")) }
        text += content[index..<end].lazy.filter { $0 == UInt8(ascii: "\n") }
        index = end
      case UInt8(ascii: "&"):
        let (letters, end) = entity(in: content, at: index)
        text += letters
        index = end
      default:
        text.append(content[index])
        index += 1
      }
    }
    return text
  }

  /// Returns the text of the first element of a name; nil if there is none with a text.
  static func element(_ name: String, in content: [UInt8]) -> String? {
    let head = content.prefix(256 << 10)
    var index = head.startIndex
    while let open = head[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      guard isNamed(name, content, index) else { continue }
      let start = endOfTag(in: content, at: open)
      guard start <= head.endIndex else { return nil }
      var end = start
      while end < head.endIndex, !isNamed("/" + name, content, end + 1) || content[end] != UInt8(ascii: "<") {
        end += 1
      }
      let words = String(decoding: plain(Array(content[start..<end])), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return words.isEmpty ? nil : String(words.prefix(200))
    }
    return nil
  }

  /// Returns the index after a tag, a comment, or a script or style with its content.
  private static func endOfTag(in content: [UInt8], at start: Int) -> Int {
    if content[start...].starts(with: "<!--".utf8) { return end(of: "-->", in: content, from: start + 4) }
    // A bare `<` is text.
    guard start + 1 < content.count, isLetter(content[start + 1]) || "/!?".utf8.contains(content[start + 1]) else {
      return start + 1
    }
    let close = content[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? content.count
    for name in ["script", "style"] where isNamed(name, content, start + 1) {
      var index = close
      while index < content.count, content[index] != UInt8(ascii: "<") || !isNamed("/" + name, content, index + 1) {
        index += 1
      }
      return content[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? content.count
    }
    return close
  }

  /// Returns whether a tag separates words, unlike one within a word such as `<b>`.
  private static func isBlock(_ content: [UInt8], _ start: Int) -> Bool {
    let name = start + 1 < content.count && content[start + 1] == UInt8(ascii: "/") ? start + 2 : start + 1
    return !["a", "abbr", "b", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup", "u"]
      .contains { isNamed($0, content, name) }
  }

  private static func end(of mark: String, in content: [UInt8], from start: Int) -> Int {
    var index = start
    while index < content.count {
      if content[index...].starts(with: mark.utf8) { return index + mark.utf8.count }
      index += 1
    }
    return content.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  /// Returns whether a tag's name is at an index, in any case.
  private static func isNamed(_ name: String, _ content: [UInt8], _ index: Int) -> Bool {
    guard index + name.utf8.count <= content.count else { return false }
    for (offset, byte) in name.utf8.enumerated() where content[index + offset] | 0x20 != byte | 0x20 { return false }
    let next = index + name.utf8.count
    return next == content.count || !isLetter(content[next]) && !(0x30...0x39).contains(content[next])
  }

  /// Returns the letters of the entity at an index and the index after it; the `&` itself if it is none.
  private static func entity(in content: [UInt8], at start: Int) -> (letters: [UInt8], end: Int) {
    let limit = min(content.count, start + 12)
    guard let end = content[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      return ([content[start]], start + 1)
    }
    let name = String(decoding: content[(start + 1)..<end], as: UTF8.self)
    if let letters = entities[name] { return (Array(letters.utf8), end + 1) }
    var number: UInt32?
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      number = UInt32(name.dropFirst(2), radix: 16)
    } else if name.hasPrefix("#") {
      number = UInt32(name.dropFirst())
    }
    guard let number, number > 31, let scalar = Unicode.Scalar(number) else { return ([content[start]], start + 1) }
    return (Array(String(Character(scalar)).utf8), end + 1)
  }
}
