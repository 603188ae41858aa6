/// The id of a JSON-RPC 2.0 call: a number, a text, or null if the message could not be read at all.
package enum RPCID: Hashable, Sendable {
  /// A number, as Stet's own client sends.
  case number(Int)
  /// A text, as other programs may send.
  case text(String)
  /// No id could be read.
  case null
}

extension RPCID: Codable {
  /// Reads a number, a text or null.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes a number, a text or null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .null: try container.encodeNil()
    }
  }
}
