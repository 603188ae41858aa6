internal import Values

/// The text of a web page for a model. Pure.
package enum PageText {
  /// The elements whose content is no text.
  private static let hidden: Set<String> = ["script", "style", "noscript", "template", "svg", "head"]
  /// The elements that begin a line.
  private static let blocks: Set<String> = [
    "p", "div", "br", "li", "ul", "ol", "tr", "table", "section", "article", "header", "footer", "nav", "main", "pre",
    "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "title", "hr", "dt", "dd",
  ]

  /// Returns the text of HTML, a line for each block, without empty lines.
  package static func text(ofHTML html: String) -> String {
    let content = Array(html.utf8)
    var text: [UInt8] = []
    var keepsLines = false
    var scanner = MarkupScanner(content, hiding: hidden)
    while let piece = scanner.next() {
      switch piece {
      case .text(let range):
        let flowing = keepsLines ? content[range] : content[range].map(Self.joined)[...]
        text += CharacterReference.decoded(flowing)
      case .comment: break
      case .tag(let name, let isEnd, _):
        if name == "pre" { keepsLines = !isEnd }
        if blocks.contains(name) { text.append(UInt8(ascii: "\n")) }
      }
    }
    return lines(String(decoding: text, as: UTF8.self))
  }

  /// Returns a blank for the end of a line, which separates words outside `pre`.
  private static func joined(_ byte: UInt8) -> UInt8 { byte == 10 || byte == 13 ? 32 : byte }

  private static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
