/// The tokens that one side inserted at one place, cut into blocks: paragraphs, list items, headings, blocks of code.
struct InsertedBlocks {
  /// A block with the blank lines above it.
  struct Block {
    var tokens: Range<Int>
    /// The tokens of the blank lines above it.
    var blanks: Range<Int>
    /// The identity of the block: the numbers of its tokens.
    var name: [Int32]
  }

  /// The side that inserted them.
  let side: MergeSide
  /// The sentences that continue the paragraph above the place.
  let head: Range<Int>
  /// The blocks that begin and end at the place.
  let blocks: [Block]
  /// The tokens of the blank lines below the last block.
  let trailing: Range<Int>
  /// The sentences that begin the paragraph below the place.
  let tail: Range<Int>

  private let text: ProseText
  private let tokens: [ProseToken]

  /// Splits tokens; nil if some of them depend on the lines around the place, as within a block of code.
  init?(_ range: Range<Int>, of side: MergeSide, _ text: ProseText, _ tokens: [ProseToken], _ numbers: [Int32]) {
    guard Self.standsAlone(tokens[range], in: text) else { return nil }
    (self.side, self.text, self.tokens) = (side, text, tokens)
    var index = range.lowerBound
    if let first = range.first, tokens[first].isSentence,
      !tokens[first].startsBlock || text.continues(text.lines.line(at: tokens[first].lead.lowerBound))
    {
      repeat { index += 1 } while index < range.upperBound && tokens[index].isSentence && !tokens[index - 1].endsBlock
    }
    head = range.lowerBound..<index
    var end = range.upperBound
    if let last = (index..<end).last, tokens[last].isSentence, !tokens[last].endsBlock {
      end = last
      while end > index, !tokens[end].startsBlock { end -= 1 }
    }
    tail = end..<range.upperBound
    var blocks: [Block] = []
    var blanks = index
    while index < end {
      if tokens[index].isBlank {
        index += 1
        continue
      }
      let start = index
      repeat { index += 1 } while index < end && Self.isOneBlock(tokens[index - 1], tokens[index])
      blocks.append(Block(tokens: start..<index, blanks: blanks..<start, name: Array(numbers[start..<index])))
      blanks = index
    }
    self.blocks = blocks
    trailing = blanks..<end
  }

  private static func isOneBlock(_ first: ProseToken, _ second: ProseToken) -> Bool {
    first.isSentence && second.isSentence && !first.endsBlock || first.isStrict && second.isStrict
  }

  /// Returns whether inserted code and markup reads the same without the lines around it, and ends within the
  /// insertion.
  private static func standsAlone(_ tokens: ArraySlice<ProseToken>, in text: ProseText) -> Bool {
    guard text.form != .plain, tokens.contains(where: \.isStrict), let first = tokens.first, let last = tokens.last
    else { return true }
    let bytes = first.lead.lowerBound..<last.tail.upperBound
    let lines = text.lines.lines(of: bytes)
    let alone = TextLines(Array(text.lines.bytes[bytes]) + Array("\n\nEnd\n".utf8))
    let roles = DocumentLayout.roles(of: alone, form: text.form)
    return roles.last == .prose(continues: false)
      && zip(text.roles[lines], roles).allSatisfy { $0 != .strict || $1 == .strict }
  }

  /// Returns the first token of a block.
  func first(_ block: Block) -> ProseToken { tokens[block.tokens.lowerBound] }

  /// Returns the last token of a block.
  func last(_ block: Block) -> ProseToken { tokens[block.tokens.upperBound - 1] }

  /// Returns the words of a block's tokens.
  func keys(_ block: Block) -> [[UInt8]] { tokens[block.tokens].map(text.key) }

  /// Returns the number of blank lines above a block in the side's text; nil if the text begins with it.
  func blankLines(above block: Block) -> Int? {
    let line = text.lines.line(at: first(block).lead.lowerBound)
    var above = line
    while above > 0, text.lines.isBlank(above - 1) { above -= 1 }
    return above > 0 ? line - above : nil
  }

  /// Returns whether a block is below a list item or a table row in the side's text.
  func followsLine(_ block: Block) -> Bool {
    var line = text.lines.line(at: first(block).lead.lowerBound) - 1
    while line >= 0, text.lines.isBlank(line) { line -= 1 }
    guard line >= 0, case .whole = text.roles[line] else { return false }
    return !DocumentLayout.isHeading(text.lines[line..<(line + 1)], form: text.form)
  }

  /// Returns the number of blank lines below a block in the side's text; nil if the text ends with it.
  func blankLines(below block: Block) -> Int? {
    let line = text.lines.line(at: last(block).core.upperBound - 1) + 1
    var below = line
    while below < text.lines.count, text.lines.isBlank(below) { below += 1 }
    return below < text.lines.count ? below - line : nil
  }

  /// Returns whether a block has letters or digits besides the mark of a list item: a rule and an empty item have none.
  func hasWords(_ block: Block) -> Bool {
    tokens[block.tokens].contains { token in
      text.lines.bytes[token.core].contains { byte in
        let folded = byte | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded) || byte >= 0x80
      }
    } || isNumber(block)
  }

  /// Returns whether a block has digits besides the mark of an empty item, such as `1.`.
  private func isNumber(_ block: Block) -> Bool {
    tokens[block.tokens].contains { token in
      let rest = text.lines.bytes[token.core].drop { !Self.isDigit($0) }.drop(while: Self.isDigit)
      let isMark = rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")")
      return text.lines.bytes[token.core].contains(where: Self.isDigit) && !(isMark && rest.count == 1)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Returns the indent of a list item; nil for any other block.
  func indent(_ block: Block) -> Int? {
    let token = first(block)
    guard token.isLine else { return nil }
    return text.lines.bytes[token.core].prefix(while: DocumentLayout.isSpace).count
  }

  /// Returns the level of a heading; nil for any other block.
  func level(_ block: Block) -> Int? {
    let token = first(block)
    guard token.isHeading, let mark = text.lines.bytes[token.core].first(where: { !DocumentLayout.isSpace($0) }) else {
      return nil
    }
    return text.lines.bytes[token.core].drop(while: DocumentLayout.isSpace).prefix { $0 == mark }.count
  }

  /// Returns whether a token is a row of a table.
  func isRow(_ token: ProseToken) -> Bool {
    text.lines.bytes[token.core].first { !DocumentLayout.isSpace($0) } == UInt8(ascii: "|")
  }
}
