/// What a request is answered under: a text, or a whole number as it was written.
package enum RequestID: Hashable, Sendable {
  /// A number, as it was written.
  case number(String)
  /// A text.
  case text(String)

  /// The id in a frame; nil for what is no id.
  init?(_ value: JSONValue) {
    switch value {
    case .number(let text):
      guard value.integer != nil || text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      self = .number(text)
    case .string(let text): self = .text(text)
    case .null, .bool, .array, .object: return nil
    }
  }

  /// The id as it stands in a frame.
  package var value: JSONValue {
    switch self {
    case .number(let text): .number(text)
    case .text(let text): .string(text)
    }
  }
}

extension RequestID {
  /// Compares bytes: Swift takes two spellings of one letter for equal, two clients' ids are not.
  package static func == (left: RequestID, right: RequestID) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)), (.text(let left), .text(let right)):
      left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }

  /// Feeds the bytes, as `==` compares them.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let text), .text(let text):
      hasher.combine(text.utf8.count)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
