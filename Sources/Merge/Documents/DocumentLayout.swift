/// Determines the role of each line of a document.
///
/// In Markdown some roles depend on the whole document. An uncertain line gets the role `strict` or `whole`, which only
/// makes a merge coarser.
struct DocumentLayout {
  private let form: DocumentForm
  private var fence: [UInt8]?
  private var isInItem = false
  private var isInMarkup = false
  private var quoted: QuoteState?
  private var previous = LineRole.blank

  private init(_ form: DocumentForm) { self.form = form }

  /// Returns the role of each line of a text.
  static func roles(of text: TextLines, form: DocumentForm) -> [LineRole] {
    if form == .plain { return (0..<text.count).map { text.isBlank($0) ? .blank : .strict } }
    var layout = DocumentLayout(form)
    return (0..<text.count).map { layout.next(content(text[$0..<($0 + 1)])) }
  }

  /// Returns a line without its end and the spaces before it.
  static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, isSpace(last) { line = line.dropLast() }
    return line
  }

  /// Returns whether a byte is a space, a tab or a line end.
  static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }

  private mutating func next(_ line: ArraySlice<UInt8>) -> LineRole {
    let role = role(of: line)
    previous = role
    return role
  }

  private mutating func role(of line: ArraySlice<UInt8>) -> LineRole {
    let indent = line.prefix(while: Self.isSpace).reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 4 : 1) }
    let text = line.drop(while: Self.isSpace)
    if let fence {
      if closes(text, fence) { self.fence = nil }
      return .strict
    }
    guard let first = text.first else {
      isInMarkup = false
      return .blank
    }
    if let opened = opens(text, indent: indent) {
      fence = opened
      isInItem = isInItem && indent >= 2
      return .strict
    }
    if isInMarkup { return .strict }
    if first == UInt8(ascii: ">"), indent < 4, form == .markdown {
      isInItem = false
      return quote(text)
    }
    if quoted != nil {
      // The line may belong to the quote above it.
      if previous != .blank { return .strict }
      quoted = nil
    }
    if indent < 4 || isInItem, isItem(text) {
      isInItem = true
      return .whole(continues: false)
    }
    if isInItem, indent >= 2 || previous != .blank && !startsBlock(text, first) {
      return .whole(continues: previous != .blank && previous != .strict)
    }
    isInItem = false
    if indent >= 4 { return isInParagraph ? .prose(continues: true) : .strict }
    if isHeading(text) || first == UInt8(ascii: "|") || isReference(text) { return .whole(continues: false) }
    if first == UInt8(ascii: "<") {
      isInMarkup = true
      return .strict
    }
    if startsBlock(text, first) || isRule(text) { return .strict }
    return .prose(continues: isInParagraph)
  }

  /// The content of the current quote so far.
  private enum QuoteState {
    case paragraphs
    case other
  }

  /// Returns the role of a quoted line: `quote` while the quote holds only paragraphs, else `strict`.
  private mutating func quote(_ text: ArraySlice<UInt8>) -> LineRole {
    let inner = text.drop { $0 == UInt8(ascii: ">") || Self.isSpace($0) }
    guard let first = inner.first else {
      quoted = .paragraphs
      return .strict
    }
    let indent = text.prefix { $0 == UInt8(ascii: ">") || Self.isSpace($0) }.count { $0 != UInt8(ascii: ">") }
    let isOther = isItem(inner) || startsBlock(inner, first) || isRule(inner) || isReference(inner) || indent > 4
    if quoted == .other || isOther || opens(inner, indent: 0) != nil {
      quoted = .other
      return .strict
    }
    quoted = .paragraphs
    if case .quote = previous { return .quote(continues: true) }
    return .quote(continues: false)
  }

  private var isInParagraph: Bool { if case .prose = previous { true } else { false } }

  /// Returns the run of bytes that opens a block of code; nil if none is opened.
  private func opens(_ text: ArraySlice<UInt8>, indent: Int) -> [UInt8]? {
    guard let first = text.first else { return nil }
    let run = text.prefix { $0 == first }
    if form == .asciidoc {
      if text.elementsEqual("|===".utf8) { return Array(text) }
      let marks = Array("-.=*_+/".utf8)
      return run.count >= 4 && run.count == text.count && marks.contains(first) ? Array(run) : nil
    }
    let isFence = first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
    guard isFence, run.count >= 3, indent < 4 || isInItem else { return nil }
    return first == UInt8(ascii: "`") && text.dropFirst(run.count).contains(first) ? nil : Array(run)
  }

  private func closes(_ text: ArraySlice<UInt8>, _ fence: [UInt8]) -> Bool {
    form == .asciidoc
      ? text.elementsEqual(fence) : text.count >= fence.count && text.allSatisfy { $0 == fence.first }
  }

  private func isItem(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    func isMarked(_ rest: ArraySlice<UInt8>) -> Bool { rest.isEmpty || rest.first.map(Self.isSpace) == true }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."):
      if form == .asciidoc { return text.drop { $0 == first }.first.map(Self.isSpace) == true }
      return first != UInt8(ascii: ".") && isMarked(text.dropFirst()) && !isRule(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let rest = text.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return false }
      return isMarked(rest.dropFirst())
    default: return false
    }
  }

  private func isHeading(_ text: ArraySlice<UInt8>) -> Bool { Self.isHeading(text, form: form) }

  /// Returns whether a line is a section heading, judged by its first bytes.
  static func isHeading(_ text: ArraySlice<UInt8>, form: DocumentForm) -> Bool {
    let mark = UInt8(ascii: form == .asciidoc ? "=" : "#")
    let rest = text.drop { $0 == mark }
    return rest.startIndex > text.startIndex && text.count - rest.count <= 6
      && (rest.isEmpty || rest.first.map(Self.isSpace) == true)
  }

  /// Returns whether a line is a reference `[label]: target`, such as a footnote.
  private func isReference(_ text: ArraySlice<UInt8>) -> Bool {
    guard form == .markdown, text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else {
      return false
    }
    return text[(end + 1)...].first == UInt8(ascii: ":")
  }

  /// Returns whether a line ends the paragraph above it.
  private func startsBlock(_ text: ArraySlice<UInt8>, _ first: UInt8) -> Bool {
    if first == UInt8(ascii: ">") || first == UInt8(ascii: "<") || first == UInt8(ascii: "|") || isHeading(text) {
      return true
    }
    guard form == .asciidoc else { return false }
    if text.elementsEqual("+".utf8) || text.starts(with: "//".utf8) || first == UInt8(ascii: ":") { return true }
    if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { return true }
    let word = text.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: "[") }
    return zip(word, word.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == UInt8(ascii: ":") }
  }

  /// Returns whether a line is one mark repeated, with or without spaces: a rule, or the line under a title.
  private func isRule(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, Array("-=*_~^+.\"#:".utf8).contains(first) else { return false }
    return text.count >= 2 && text.allSatisfy { $0 == first || Self.isSpace($0) }
  }
}

/// The role of a line in its document.
enum LineRole: Hashable {
  /// A line of spaces only.
  case blank
  /// A line of a paragraph.
  case prose(continues: Bool)
  /// A line of a paragraph in a quote (`> …`).
  case quote(continues: Bool)
  /// A line, or a continuation of one, that is never split but has a meaning of its own: list item, table row, heading.
  case whole(continues: Bool)
  /// A line that has a meaning only with its neighbours: code, markup.
  case strict
}
