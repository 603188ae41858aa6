/// The text of a web page for a model. Pure.
package enum PageText {
  /// The elements whose content is no text.
  private static let hidden: Set<String> = ["script", "style", "noscript", "template", "svg", "head"]
  /// The elements that begin a line.
  private static let blocks: Set<String> = [
    "p", "div", "br", "li", "ul", "ol", "tr", "table", "section", "article", "header", "footer", "nav", "main", "pre",
    "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "title", "hr", "dt", "dd",
  ]
  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "mdash": "—", "ndash": "–",
    "hellip": "…", "rsquo": "’", "lsquo": "‘", "ldquo": "“", "rdquo": "”",
  ]

  /// Returns the text of HTML, a line for each block, without empty lines.
  package static func text(ofHTML html: String) -> String {
    var text = ""
    var rest = html[...]
    var keepsLines = false
    while let open = rest.firstIndex(of: "<") {
      text += flowing(rest[..<open], keepsLines)
      rest = rest[open...]
      if rest.hasPrefix("<!--") {
        rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
        continue
      }
      guard let close = rest.firstIndex(of: ">") else { return lines(decoded(text)) }
      let tag = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
      let isEnd = tag.hasPrefix("/")
      if name == "pre" { keepsLines = !isEnd }
      if blocks.contains(name) { text += "\n" }
      if hidden.contains(name), !isEnd, !tag.hasSuffix("/") { rest = after(name, in: rest) }
    }
    return lines(decoded(text + flowing(rest, keepsLines)))
  }

  /// Returns the rest of a page after the end of an element, whose content may have any characters.
  private static func after(_ name: String, in rest: Substring) -> Substring {
    var rest = rest
    while let mark = rest.firstRange(of: "</") {
      rest = rest[mark.upperBound...]
      if rest.prefix(name.count).lowercased() == name { return rest.drop { $0 != ">" }.dropFirst() }
    }
    return ""
  }

  private static func flowing(_ text: Substring, _ keepsLines: Bool) -> String {
    keepsLines ? String(text) : String(text.map { $0.isNewline ? " " : $0 })
  }

  private static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns a text with its character references replaced; unknown ones stay.
  private static func decoded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let end = rest.prefix(10).firstIndex(of: ";"), let character = character(rest[..<end]) else {
        result.append("&")
        continue
      }
      result.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> Character? {
    guard name.hasPrefix("#") else { return entities[String(name)] }
    let digits = name.dropFirst()
    let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
