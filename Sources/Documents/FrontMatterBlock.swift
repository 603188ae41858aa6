/// A document's front matter, cut into keys with what stands between them; joined, the parts are its bytes.
package struct FrontMatterBlock: Hashable, Sendable {
  /// A key and what belongs to it.
  package struct Entry: Hashable, Sendable {
    /// The key.
    package var key: String
    /// Comments and blank lines directly above.
    package var lead: Range<Int>
    /// The key's line and the lines of its value, with their ends.
    package var body: Range<Int>
    /// The value where it is a scalar, as YAML reads it.
    package var scalar: String?
    /// The elements where the value is a list of scalars, as YAML reads them.
    package var elements: [String]?
    /// Where the value begins: behind the colon.
    package var valueStart: Int
    /// Where the key's own line ends.
    package var lineEnd: Int
  }

  /// A byte order mark and the opening line.
  package let opening: Range<Int>
  /// The keys in order.
  package let entries: [Entry]
  /// Comments and blank lines below the last key.
  package let trailing: Range<Int>
  /// The closing line with its end.
  package let closing: Range<Int>

  /// Reads a document's block; nil where there is none that can be read.
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

  /// How many bytes of a document its block takes, whether it can be read or not; 0 without one.
  package static func length(_ document: [UInt8]) -> Int {
    DocumentLines.block(of: document).map { closingEnd(document, $0.content.upperBound) } ?? 0
  }

  /// Whether a document begins as if it had a block.
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
