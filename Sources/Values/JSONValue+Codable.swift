/// JSON values in messages of types that are `Codable`. A number keeps its value; the members of an object are in the
/// order of the coder.
extension JSONValue: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes any value.
  package init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      self = .object(
        try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { name in
          JSONMember(name: name.stringValue, value: try object.decode(JSONValue.self, forKey: name))
        })
      return
    }
    if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let truth = try? single.decode(Bool.self) {
      self = .bool(truth)
    } else if let number = try? single.decode(Int.self) {
      self = .number(String(number))
    } else if let number = try? single.decode(Double.self) {
      self = .number("\(number)")
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  /// Encodes the value; a number beyond all that the coder has is a string.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: Name.self)
      for member in members { try object.encode(member.value, forKey: Name(stringValue: member.name)) }
    case .array(let elements):
      var array = encoder.unkeyedContainer()
      for element in elements { try array.encode(element) }
    default:
      var single = encoder.singleValueContainer()
      switch self {
      case .bool(let truth): try single.encode(truth)
      case .string(let text): try single.encode(text)
      case .number(let text):
        if let number = Int(text) {
          try single.encode(number)
        } else if let number = Double(text), number.isFinite {
          try single.encode(number)
        } else {
          try single.encode(text)
        }
      default: try single.encodeNil()
      }
    }
  }
}
