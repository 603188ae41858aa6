package import WorkspaceAPI

/// The part of a message that determines its receiver; read before the rest, and without it: an answer may have
/// megabytes.
package struct RPCHead: Hashable, Decodable {
  /// The id of the answered call; nil for a notification.
  package var id: RPCID?
  /// The notification's method; nil for an answer.
  package var method: String?

  /// Reads a message's head; nil if the line is no JSON object.
  package init?(_ line: [UInt8]) {
    if let scanned = Self.scanned(line) {
      self = scanned
    } else if let decoded = try? RPCCodec.message(RPCHead.self, from: line) {
      self = decoded
    } else {
      return nil
    }
  }

  private init() {}

  /// Returns the head of a message as `RPCCodec` writes it; nil for any other, which the JSON decoder reads.
  private static func scanned(_ line: [UInt8]) -> RPCHead? {
    line.withUnsafeBufferPointer { line in
      var head = RPCHead()
      var json = PlainJSON(line)
      guard json.take("{") else { return nil }
      while let name = json.text(), json.take(":") {
        let start = json.position
        guard skipValue(&json) else { return nil }
        if name.elementsEqual("id".utf8) {
          guard let id = RPCID(plain: line[start..<json.position]) else { return nil }
          head.id = id == .null ? nil : id
        } else if name.elementsEqual("method".utf8) {
          var method = PlainJSON(UnsafeBufferPointer(rebasing: line[start..<json.position]))
          guard let text = method.text().flatMap({ String(validating: $0, as: UTF8.self) }) else { return nil }
          head.method = text
        }
        if json.take("}") { return json.isAtEnd ? head : nil }
        guard json.take(",") else { return nil }
      }
      return nil
    }
  }

  private static func skipText(_ json: inout PlainJSON) -> Bool {
    guard json.take("\"") else { return false }
    while json.position < json.bytes.count {
      switch json.bytes[json.position] {
      case UInt8(ascii: "\""): return json.take("\"")
      case UInt8(ascii: "\\"): json.position += 2
      default: json.position += 1
      }
    }
    return false
  }

  /// Skips a value of any kind; returns false if the line ends before it.
  private static func skipValue(_ json: inout PlainJSON) -> Bool {
    var depth = 0
    while json.position < json.bytes.count {
      switch json.bytes[json.position] {
      case UInt8(ascii: "\""):
        guard skipText(&json) else { return false }
        if depth == 0 { return true }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        json.position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of the object or list around a number or a word.
        if depth == 0 { return true }
        depth -= 1
        json.position += 1
        if depth == 0 { return true }
      case UInt8(ascii: ","):
        if depth == 0 { return true }
        json.position += 1
      default: json.position += 1
      }
    }
    return false
  }
}

extension RPCID {
  /// Reads an id of digits alone, a text without escapes, or null; nil for any other text.
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
