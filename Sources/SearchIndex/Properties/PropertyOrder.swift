internal import Values

/// The order of a property's values for sorting: numbers, times, texts, truth values. Pure.
enum PropertyOrder: Hashable, Comparable, Sendable {
  case number(Double)
  /// A date or time, in seconds since 1970.
  case time(Int64)
  /// A text, by its bytes without the difference of upper and lower case of A to Z.
  case text([UInt8])
  /// A truth value: 0 or 1.
  case flag(Int)

  /// Takes a value, of a list its first element; nil for a value without an order.
  init?(_ value: JSONValue?) {
    switch value {
    case .number(let text):
      guard let number = Double(text) else { return nil }
      self = .number(number)
    case .string(let text): self = ISOTime.seconds(text).map { .time($0) } ?? .text(Self.folded(text))
    case .bool(let truth): self = .flag(truth ? 1 : 0)
    case .array(let elements):
      guard let first = elements.first, first.elements == nil else { return nil }
      self.init(first)
    default: return nil
    }
  }

  /// Orders two values; values of different kinds in the order of the cases.
  static func < (left: PropertyOrder, right: PropertyOrder) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.time(let left), .time(let right)): left < right
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    case (.flag(let left), .flag(let right)): left < right
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .number: 0
    case .time: 1
    case .text: 2
    case .flag: 3
    }
  }

  /// Returns the bytes of a text with A to Z in lower case.
  static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Returns a number in JSON's form; nil for every other text.
  static func number(_ text: String) -> Double? {
    guard case .number(let number)? = JSONValue(line: Array(text.utf8)) else { return nil }
    return Double(number)
  }
}
