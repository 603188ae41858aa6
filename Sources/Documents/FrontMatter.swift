internal import Yams

/// The YAML block between two `---` lines at the beginning of a document, changed without touching anything else.
///
/// YAML is only asked what the block means; changes are made to the bytes of single lines, so unknown keys, comments,
/// order, quoting, line ends and a byte order mark stay. A block that YAML does not read as a mapping, or whose keys do
/// not stand at the beginning of lines, is left alone: then there is no `FrontMatter`.
package struct FrontMatter: Hashable, Sendable {
  /// A key at the left margin with its lines.
  struct Field: Hashable, Sendable {
    /// The key.
    var key: String
    /// The value where it is a scalar, as YAML reads it.
    var value: String?
    /// The elements where the value is a list of scalars, as YAML reads them.
    var elements: [String]?
    /// Where the key's line stands, its end included.
    var line: Range<Int>
    /// Whether the value ends in the key's line.
    var isOneLine: Bool
  }

  /// The whole document.
  let bytes: [UInt8]
  /// The keys in order.
  let fields: [Field]
  /// Where the closing line begins.
  let end: Int
  /// How the opening line ends.
  let lineEnd: [UInt8]

  /// Finds and reads the block; nil where there is none that can be read.
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

  /// The value of a key at the top level; nil where it is absent or no scalar.
  package subscript(key: String) -> String? { fields.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }

  /// Whether there is such a key at the top level.
  package func has(_ key: String) -> Bool { fields.contains { $0.key.utf8.elementsEqual(key.utf8) } }

  /// Keys and scalar values as YAML reads them; nil for what is no mapping with text keys.
  private static func values(_ yaml: String) -> [Value]? {
    guard let node = try? Yams.compose(yaml: yaml) else {
      // Nothing but blank lines and comments is an empty mapping; `compose` answers nil without an error.
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

  /// The keys with their lines; nil where the lines do not show the keys that YAML reads.
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
