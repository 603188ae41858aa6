/// A document's front matter, split into keys and the text between them; joined, the parts are its bytes.
package struct FrontMatterBlock: Hashable, Sendable {
  /// A key with the text that belongs to it.
  package struct Entry: Hashable, Sendable {
    package var key: String
    /// The comments and blank lines directly above.
    package var lead: Range<Int>
    /// The key's line and the lines of its value, with their ends.
    package var body: Range<Int>
    /// The value that YAML reads, if it is a scalar.
    package var scalar: String?
    /// The elements that YAML reads, if the value is a list of scalars.
    package var elements: [String]?
    /// The start of the value, after the colon.
    package var valueStart: Int
    /// The end of the key's own line.
    package var lineEnd: Int
  }

  /// A byte order mark and the opening line.
  package let opening: Range<Int>
  /// The keys in order.
  package let entries: [Entry]
  /// The comments and blank lines below the last key.
  package let trailing: Range<Int>
  /// The closing line with its end.
  package let closing: Range<Int>

  /// Parses a document's block; nil if there is none or it cannot be parsed.
  package init?(_ document: [UInt8]) {
    guard let matter = FrontMatter(document), let block = DocumentLines.block(of: document) else { return nil }
    let lines = DocumentLines.ranges(document, block.content)
    let keyStarts = Set(matter.fields.map(\.line.lowerBound))
    // Blank lines and comments belong to the key below them.
    var leadStarts: [Int: Int] = [:]
    var pending = block.content.lowerBound
    var isPending = true
    for line in lines {
      if keyStarts.contains(line.lowerBound) {
        leadStarts[line.lowerBound] = isPending ? pending : line.lowerBound
        isPending = false
      } else if DocumentLines.isBlankOrComment(document[line]) {
        if !isPending { pending = line.lowerBound }
        isPending = true
      } else {
        isPending = false
      }
    }
    let end = isPending ? pending : block.content.upperBound
    let starts = matter.fields.map { leadStarts[$0.line.lowerBound] ?? $0.line.lowerBound }
    entries = matter.fields.indices.map { index in
      let field = matter.fields[index]
      let next = index + 1 < starts.count ? starts[index + 1] : end
      let colon = DocumentLines.keyEnd(document[field.line]) ?? field.line.upperBound - 1
      return Entry(
        key: field.key, lead: starts[index]..<field.line.lowerBound, body: field.line.lowerBound..<next,
        scalar: field.value, elements: field.elements, valueStart: colon + 1, lineEnd: field.line.upperBound)
    }
    opening = 0..<block.content.lowerBound
    trailing = end..<block.content.upperBound
    closing = block.content.upperBound..<Self.closingEnd(document, block.content.upperBound)
  }

  /// Returns the length of a document's block in bytes, whether it can be parsed or not; 0 without one.
  package static func length(_ document: [UInt8]) -> Int {
    DocumentLines.block(of: document).map { closingEnd(document, $0.content.upperBound) } ?? 0
  }

  /// Returns whether a document begins like one with a block.
  package static func begins(_ document: [UInt8]) -> Bool { DocumentLines.beginsWithFence(document) }

  private static func closingEnd(_ document: [UInt8], _ start: Int) -> Int {
    var position = start
    while position < document.count, document[position] != UInt8(ascii: "\n"), document[position] != UInt8(ascii: "\r")
    {
      position += 1
    }
    guard position < document.count else { return position }
    let isPair =
      document[position] == UInt8(ascii: "\r") && position + 1 < document.count
      && document[position + 1] == UInt8(ascii: "\n")
    return position + (isPair ? 2 : 1)
  }
}
