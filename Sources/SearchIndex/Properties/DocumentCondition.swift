internal import Values

/// A condition on one property of documents: `status=draft`, `rating>=4`, `bookId exists`. Pure.
package struct DocumentCondition: Hashable, Sendable {
  /// The kind of a comparison.
  package enum Comparison: String, CaseIterable, Sendable {
    /// The property, or an element of its list, equals the value; `notEqual` is the opposite, also without the property.
    case equal = "="
    case notEqual = "!="
    /// The property, or an element of its list, is before or after the value.
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// The document has the property, or has it not.
    case exists
    case missing

    /// Whether it compares by order.
    var isOrder: Bool { self == .less || self == .lessOrEqual || self == .greater || self == .greaterOrEqual }
  }

  /// The property.
  package let key: DocumentKey
  package let comparison: Comparison
  /// The value; empty for `exists` and `missing`.
  package let value: String
  /// The value as a time in seconds since 1970; nil for every other value.
  package var seconds: Int64?
  private let number: Double?
  private let date: [UInt8]?

  init(key: DocumentKey, comparison: Comparison, value: String = "") {
    self.key = key
    self.comparison = comparison
    self.value = value
    seconds = ISOTime.seconds(value)
    number = PropertyOrder.number(value)
    date = seconds != nil && value.utf8.count == 10 ? Array(value.utf8) : nil
  }

  /// Whether the value may be a time in words, such as `yesterday`.
  package var mayBePhrase: Bool { comparison.isOrder && seconds == nil && number == nil }

  /// Whether the value is a time of the history without a zone, which is local as in every other option.
  package var isLocalTime: Bool {
    key.isTime && comparison.isOrder && seconds != nil && date == nil
      && !value.utf8.dropFirst(10).contains { "Zz+-".utf8.contains($0) }
  }

  /// Returns whether a document fulfils the condition.
  func holds(for properties: DocumentProperties) -> Bool {
    switch comparison {
    case .exists: return properties[key] != nil
    case .missing: return properties[key] == nil
    case .equal: return properties.compared(key).contains(where: equals)
    case .notEqual: return !properties.compared(key).contains(where: equals)
    default:
      return properties.compared(key).contains { element in
        guard let order = order(of: element) else { return false }
        return switch comparison {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        default: order >= 0
        }
      }
    }
  }

  private func equals(_ element: JSONValue) -> Bool {
    switch element {
    case .number(let text): return number.map { Double(text) == $0 } ?? (text == value)
    case .bool(let truth): return PropertyOrder.folded(value) == Array((truth ? "true" : "false").utf8)
    case .string(let text):
      if PropertyOrder.folded(text) == PropertyOrder.folded(value) { return true }
      guard let seconds, let found = ISOTime.seconds(text) else { return false }
      return date.map { text.utf8.starts(with: $0) } ?? (found == seconds)
    default: return false
    }
  }

  /// Returns whether an element is before (-1), at (0) or after (1) the value; nil if the two cannot be compared.
  private func order(of element: JSONValue) -> Int? {
    switch element {
    case .number(let text): return number.flatMap { number in Double(text).map { Self.order($0, number) } }
    case .string(let text):
      if let number { return PropertyOrder.number(text).map { Self.order($0, number) } }
      guard let seconds else {
        let (left, right) = (PropertyOrder.folded(text), PropertyOrder.folded(value))
        return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
      }
      guard let found = ISOTime.seconds(text) else { return nil }
      // A date is that day as it was written, in whatever time zone.
      guard let date else { return Self.order(found, seconds) }
      let day = Array(text.utf8.prefix(date.count))
      return day == date ? 0 : day.lexicographicallyPrecedes(date) ? -1 : 1
    default: return nil
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }
}
