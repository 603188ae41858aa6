/// What decides where a message goes; read before the rest, and without it: an answer may have megabytes.
struct RPCHead: Hashable, Decodable {
  /// The id of the call it answers; none for a notification.
  var id: RPCID?
  /// The notification's method; none for an answer.
  var method: String?

  /// Reads a message's head; nil for what is no JSON object.
  init?(_ line: [UInt8]) {
    if let scanned = Self.scanned(line) {
      self = scanned
    } else if let decoded = try? RPCCodec.message(RPCHead.self, from: line) {
      self = decoded
    } else {
      return nil
    }
  }

  private init() {}

  /// The head of a message as `RPCCodec` writes them; nil for another, which JSON's own reader has to read.
  private static func scanned(_ line: [UInt8]) -> RPCHead? {
    line.withUnsafeBufferPointer { line in
      var head = RPCHead()
      var position = 1
      guard line.first == UInt8(ascii: "{") else { return nil }
      while let name = plainText(line, &position), take(":", line, &position) {
        let start = position
        guard skipValue(line, &position) else { return nil }
        if name == "id" {
          guard let id = RPCID(plain: line[start..<position]) else { return nil }
          head.id = id == .null ? nil : id
        } else if name == "method" {
          var again = start
          guard let method = plainText(line, &again), again == position else { return nil }
          head.method = method
        }
        if take("}", line, &position) { return position == line.count ? head : nil }
        guard take(",", line, &position) else { return nil }
      }
      return nil
    }
  }

  private static func take(_ sign: Unicode.Scalar, _ line: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Bool {
    guard position < line.count, line[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  /// A text without escapes; nil for others.
  private static func plainText(_ line: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> String? {
    let start = position
    guard skipText(line, &position) else { return nil }
    let bytes = line[(start + 1)..<(position - 1)]
    return bytes.contains(UInt8(ascii: "\\")) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func skipText(_ line: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Bool {
    guard take("\"", line, &position) else { return false }
    while position < line.count {
      switch line[position] {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return false
  }

  /// Goes over a value, of whatever kind; false where the line ends before it.
  private static func skipValue(_ line: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Bool {
    var depth = 0
    while position < line.count {
      switch line[position] {
      case UInt8(ascii: "\""):
        guard skipText(line, &position) else { return false }
        if depth == 0 { return true }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of what holds a number or a word.
        if depth == 0 { return true }
        depth -= 1
        position += 1
        if depth == 0 { return true }
      case UInt8(ascii: ","):
        if depth == 0 { return true }
        position += 1
      default: position += 1
      }
    }
    return false
  }
}

extension RPCID {
  /// Reads an id of digits alone, a text without escapes, or null; nil for what is none, or not plain.
  fileprivate init?(plain bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if bytes.elementsEqual("null".utf8) {
      self = .null
    } else if bytes.first == UInt8(ascii: "\"") {
      let text = bytes.dropFirst().dropLast()
      guard !text.contains(UInt8(ascii: "\\")), let text = String(validating: text, as: UTF8.self) else { return nil }
      self = .text(text)
    } else {
      guard let text = String(validating: bytes, as: UTF8.self), let number = Int(text) else { return nil }
      self = .number(number)
    }
  }
}
