internal import Yams

/// The YAML block between two `---` lines at the beginning of a document, changed without touching anything else.
///
/// YAML only supplies the meaning of the block. Changes are made to the bytes of single lines, so that unknown keys,
/// comments, order, quoting, newlines and a byte order mark are kept. There is no `FrontMatter` for a block that YAML
/// does not read as a mapping, or whose keys are not at the beginning of lines.
package struct FrontMatter: Hashable, Sendable {
  /// A key at the left margin with its lines.
  struct Field: Hashable, Sendable {
    var key: String
    /// The value that YAML reads, if it is a scalar.
    var value: String?
    /// The elements that YAML reads, if the value is a list of scalars.
    var elements: [String]?
    /// The range of the key's line with its end.
    var line: Range<Int>
    /// Whether the value ends in the key's line.
    var isOneLine: Bool
  }

  /// The whole document.
  let bytes: [UInt8]
  /// The keys in order.
  let fields: [Field]
  /// The start of the closing line.
  let end: Int
  /// The end of the opening line.
  let lineEnd: [UInt8]

  /// Finds and parses the block; nil if there is none or it cannot be parsed.
  package init?(_ document: [UInt8]) {
    guard let block = DocumentLines.block(of: document) else { return nil }
    let text = document[block.content]
    guard YAMLBounds.permit(text), let yaml = String(validating: text, as: UTF8.self),
      let values = Self.values(yaml),
      let fields = Self.fields(document, block.content, values)
    else { return nil }
    bytes = document
    self.fields = fields
    end = block.content.upperBound
    lineEnd = block.lineEnd
  }

  /// Returns the value of a top-level key; nil if it does not exist or is not a scalar.
  package subscript(key: String) -> String? { fields.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }

  /// Returns whether there is such a top-level key.
  package func has(_ key: String) -> Bool { fields.contains { $0.key.utf8.elementsEqual(key.utf8) } }

  /// Returns the keys and scalar values that YAML reads; nil if the block is not a mapping with text keys.
  private static func values(_ yaml: String) -> [Value]? {
    guard let node = try? Yams.compose(yaml: yaml) else {
      // A block of blank lines and comments is an empty mapping; `compose` returns nil without an error.
      return (try? Yams.compose(yaml: yaml + "\nkey: 1\n"))?.mapping?.count == 1 ? [] : nil
    }
    guard let mapping = node.mapping else { return nil }
    var values: [Value] = []
    for (key, value) in mapping {
      guard let key = key.scalar?.string else { return nil }
      let elements = value.sequence.map { $0.compactMap { $0.scalar?.string } }
      let isList = elements?.count == value.sequence?.count
      values.append((key, value.scalar?.string, isList ? elements : nil))
    }
    return values
  }

  private typealias Value = (key: String, value: String?, elements: [String]?)

  /// Returns the keys with their lines; nil if the lines do not show the keys that YAML reads.
  private static func fields(
    _ document: [UInt8], _ content: Range<Int>, _ values: [Value]
  ) -> [Field]? {
    var fields: [Field] = []
    for line in DocumentLines.ranges(document, content) {
      guard let name = DocumentLines.key(document[line]) else {
        if !DocumentLines.isBlankOrComment(document[line]), !fields.isEmpty {
          fields[fields.count - 1].isOneLine = false
        }
        continue
      }
      guard fields.count < values.count, values[fields.count].key.utf8.elementsEqual(name.utf8) else { return nil }
      let value = values[fields.count]
      fields.append(
        Field(key: name, value: value.value, elements: value.elements, line: line, isOneLine: true))
    }
    return fields.count == values.count ? fields : nil
  }
}
