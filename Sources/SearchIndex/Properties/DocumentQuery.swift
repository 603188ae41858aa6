/// A query of documents by their properties. Pure.
package struct DocumentQuery: Hashable, Sendable {
  /// A property by which documents are sorted.
  package struct Sorting: Hashable, Sendable {
    /// The property.
    let key: DocumentKey
    /// Whether the greatest value comes first. Documents without the property come last in either case.
    let isDescending: Bool

    /// Parses `key`, or `-key` for the reverse order; nil for a text without a key.
    package init?(_ text: String) {
      isDescending = text.hasPrefix("-")
      guard let key = DocumentKey(String(text.dropFirst(isDescending ? 1 : 0))) else { return nil }
      self.key = key
    }
  }

  /// The places that all contain the document; none for the whole folder.
  package var places: [PathPattern] = []
  /// The conditions that the document fulfils.
  package var conditions: [DocumentCondition] = []
  /// The order; documents that are equal in it are in the order of their paths.
  package var sorting: [Sorting] = []

  /// Creates the query of all documents.
  package init() {}

  /// The keys that conditions and order need.
  package var keys: [DocumentKey] { conditions.map(\.key) + sorting.map(\.key) }
  /// Whether the conditions or the order need the front matter.
  var needsMatter: Bool { keys.contains(where: \.isMatter) }
  /// Whether the conditions or the order need the history.
  var needsHistory: Bool { keys.contains(where: \.isFromHistory) }

  /// Returns the folders that the places name in a path; nil for a path outside one of them.
  func folders(of path: String) -> [String: String]? {
    var all: [String: String] = [:]
    for place in places {
      guard let folders = place.folders(of: path) else { return nil }
      all.merge(folders) { $1 }
    }
    return all
  }

  /// Returns whether a document in the places fulfils the conditions.
  func holds(for properties: DocumentProperties) -> Bool { conditions.allSatisfy { $0.holds(for: properties) } }

  /// Returns the values by which a document is sorted.
  func order(of properties: DocumentProperties) -> [PropertyOrder?] {
    sorting.map { PropertyOrder(properties[$0.key]) }
  }

  /// Returns whether values of one document come before those of another; nil if they are equal.
  func isBefore(_ left: [PropertyOrder?], _ right: [PropertyOrder?]) -> Bool? {
    for (index, sorting) in sorting.enumerated() where left[index] != right[index] {
      guard let first = left[index] else { return false }
      guard let second = right[index] else { return true }
      return (first < second) != sorting.isDescending
    }
    return nil
  }

  /// Returns conditions in SQL on the tables `file` and `authorship`, each with its arguments, that every matching
  /// document fulfils, and others may.
  var necessary: [(sql: String, arguments: [String])] {
    var found: [(sql: String, arguments: [String])] = []
    for prefix in places.compactMap(\.prefix) {
      var filter = SearchFilter()
      filter.path = prefix
      found += filter.conditions
    }
    let named = Set(places.flatMap(\.names))
    return found + conditions.filter { !named.contains($0.key.name) }.compactMap(\.necessary)
  }
}

extension DocumentCondition {
  /// A condition in SQL on the table `file`, with its arguments, that every document with a matching value in its front
  /// matter fulfils, and others may; nil if there is none.
  var necessary: (sql: String, arguments: [String])? {
    guard comparison != .notEqual, comparison != .missing, case .matter(let names) = key.source else { return nil }
    // Other letters may be escaped in the stored text.
    guard names.count == 1, names[0].utf8.allSatisfy({ $0.isPlain }) else { return ("file.matter IS NOT NULL", []) }
    return ("instr(file.matter, ?) > 0", ["\"\(names[0])\":"])
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, a digit, `_` or `-`.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
