/// The id of a request: a text, or a whole number in its original spelling.
package enum RequestID: Hashable, Sendable {
  /// A number in its original spelling.
  case number(String)
  /// A text.
  case text(String)

  /// Converts the id in a frame; nil if the value is not an id.
  init?(_ value: JSONValue) {
    switch value {
    case .number(let text):
      guard value.integer != nil || text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      self = .number(text)
    case .string(let text): self = .text(text)
    case .null, .bool, .array, .object: return nil
    }
  }

  /// The id's value in a frame.
  package var value: JSONValue {
    switch self {
    case .number(let text): .number(text)
    case .text(let text): .string(text)
    }
  }
}

extension RequestID {
  /// Compares bytes: Swift strings with different spellings of one letter are equal, but two clients' ids are not.
  package static func == (left: RequestID, right: RequestID) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)), (.text(let left), .text(let right)):
      left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }

  /// Hashes the bytes, consistent with `==`.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let text), .text(let text):
      hasher.combine(text.utf8.count)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
