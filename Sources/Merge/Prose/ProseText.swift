internal import Documents

/// One of the three texts of a merge by sentences.
struct ProseText {
  /// The text, split into lines.
  let lines: TextLines
  /// The role of each line.
  let roles: [LineRole]
  /// The kind of text.
  let form: DocumentForm

  /// Reads a text; its front matter, parsable or not, is not prose.
  init(_ lines: TextLines, form: DocumentForm) {
    self.lines = lines
    self.form = form
    let head = FrontMatterBlock.length(lines.bytes)
    var roles = DocumentLayout.roles(of: lines, form: form)
    for line in 0..<(head > 0 ? lines.line(at: head - 1) + 1 : 0) { roles[line] = .strict }
    self.roles = roles
  }

  /// Returns some lines as tokens; joined, leads, cores and tails are the bytes of the lines.
  func tokens(of range: Range<Int>) -> [ProseToken] {
    var tokens: [ProseToken] = []
    var line = range.lowerBound
    while line < range.upperBound {
      var end = line + 1
      while end < range.upperBound, continues(end) { end += 1 }
      let bytes = lines.range(of: line..<end)
      var stop = bytes.upperBound
      while stop > bytes.lowerBound, DocumentLayout.isSpace(lines.bytes[stop - 1]) { stop -= 1 }
      let bounds = (bytes.lowerBound..<stop, stop..<bytes.upperBound)
      switch roles[line] {
      case .prose: tokens += sentences(bounds.0, tail: bounds.1, isQuote: false)
      case .quote: tokens += sentences(bounds.0, tail: bounds.1, isQuote: true)
      case .blank, .strict, .whole:
        var token = ProseToken(
          lead: bytes.lowerBound..<bytes.lowerBound, core: bounds.0, tail: bounds.1, endsBlock: true,
          startsBlock: true, isSentence: false, isStrict: roles[line] == .strict)
        if !token.isStrict {
          token.isHeading = DocumentLayout.isHeading(lines.bytes[bounds.0], form: form)
        }
        tokens.append(token)
      }
      line = end
    }
    return tokens
  }

  /// Returns whether a line continues the paragraph above it.
  func continues(_ line: Int) -> Bool {
    switch roles[line] {
    case .prose(let continues), .whole(let continues), .quote(let continues): continues
    case .blank, .strict: false
    }
  }

  private func sentences(_ range: Range<Int>, tail: Range<Int>, isQuote: Bool) -> [ProseToken] {
    var start = range.lowerBound
    while start < range.upperBound, isLead(lines.bytes[start], isQuote) { start += 1 }
    let sentences = SentenceCut.sentences(of: lines.bytes, in: start..<range.upperBound, isQuote: isQuote)
    return sentences.indices.map { index in
      let isLast = index == sentences.count - 1
      let core = sentences[index]
      return ProseToken(
        lead: index == 0 ? range.lowerBound..<start : core.lowerBound..<core.lowerBound, core: core,
        tail: isLast ? tail : core.upperBound..<sentences[index + 1].lowerBound, endsBlock: isLast,
        startsBlock: index == 0, isSentence: true, isStrict: false, isQuote: isQuote)
    }
  }

  private func isLead(_ byte: UInt8, _ isQuote: Bool) -> Bool {
    DocumentLayout.isSpace(byte) || isQuote && byte == UInt8(ascii: ">")
  }

  /// Returns the identity of a token: its bytes; for a sentence without regard to line breaks.
  func key(_ token: ProseToken) -> [UInt8] {
    let core = lines.bytes[token.core]
    guard token.isSentence else { return [token.isStrict ? 2 : 1] + core }
    var key: [UInt8] = [0]
    key.reserveCapacity(core.count + 1)
    var isAfterSpace = true
    var isAfterLine = false
    for byte in core {
      if DocumentLayout.isSpace(byte) {
        isAfterSpace = true
        isAfterLine = isAfterLine || token.isQuote && (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r"))
        continue
      }
      if isAfterLine, byte == UInt8(ascii: ">") { continue }
      isAfterLine = false
      if isAfterSpace, key.count > 1 { key.append(UInt8(ascii: " ")) }
      isAfterSpace = false
      key.append(byte)
    }
    return key
  }

  /// Returns the byte range of consecutive tokens; for none, the place before the next one.
  func bytes(_ tokens: [ProseToken], _ range: Range<Int>, in lines: Range<Int>) -> Range<Int> {
    let all = self.lines.range(of: lines)
    let start = range.lowerBound < tokens.count ? tokens[range.lowerBound].lead.lowerBound : all.upperBound
    return range.isEmpty ? start..<start : start..<tokens[range.upperBound - 1].tail.upperBound
  }
}

/// The smallest piece of a document that a merge moves: a sentence, a list item, a table row, or a line.
struct ProseToken: Hashable {
  /// The bytes before it at the beginning of its paragraph: an indent, the marks of a quote.
  var lead: Range<Int>
  /// Its bytes without the separator to the next one.
  var core: Range<Int>
  /// The spaces, or the line end, after it; empty at the end of the text.
  var tail: Range<Int>
  /// Whether it is the last one of its line or paragraph: the tail is a line end.
  var endsBlock: Bool
  /// Whether it is the first one of its line or paragraph.
  var startsBlock: Bool
  /// Whether it is part of a paragraph, in which a line end is a space.
  var isSentence: Bool
  /// Whether it has a meaning only with its neighbours.
  var isStrict: Bool

  /// Whether it is part of a quote, in which marks follow a line end.
  var isQuote = false
  /// Whether it is the heading of a section.
  var isHeading = false

  /// Whether it is a blank line.
  var isBlank: Bool { core.isEmpty && !isStrict }
  /// Whether it is a list item, a table row or a reference.
  var isLine: Bool { !isSentence && !isStrict && !isHeading && !core.isEmpty }
}

/// Numbers the sentences of several texts, so that equal ones have equal numbers.
struct ProseNumbering {
  private var known: [[UInt8]: Int32] = [:]

  /// Returns the numbers of some tokens of a text.
  mutating func number(_ text: ProseText, _ tokens: [ProseToken]) -> [Int32] {
    tokens.map { token in
      let key = text.key(token)
      let number = known[key] ?? Int32(known.count)
      known[key] = number
      return number
    }
  }
}
