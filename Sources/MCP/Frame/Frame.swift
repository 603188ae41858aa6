package import Values

/// A JSON-RPC 2.0 message from the client.
enum Frame: Hashable, Sendable {
  /// A message that must be answered under its id.
  case request(id: RequestID, method: String, params: JSONValue?)
  /// A message that is never answered.
  case notification(method: String, params: JSONValue?)
  /// An answer to a request of the server's; an error has no result.
  case response(id: RequestID?, result: JSONValue?)

  /// Parses a message.
  ///
  /// - Throws: `FrameFault` with the id for the answer, if there is one.
  init(_ value: JSONValue) throws(FrameFault) {
    guard case .object = value else { throw FrameFault(id: nil, .invalidRequest("A message is a JSON object.")) }
    let id = value["id"].flatMap { RequestID($0) }
    guard value["jsonrpc"]?.text == "2.0" else {
      throw FrameFault(id: id, .invalidRequest("A message must contain \"jsonrpc\": \"2.0\"."))
    }
    guard let name = value["method"] else {
      guard value["result"] != nil || value["error"] != nil else {
        throw FrameFault(id: id, .invalidRequest("A request names its \"method\"."))
      }
      self = .response(id: id, result: value["result"])
      return
    }
    guard let method = name.text else { throw FrameFault(id: id, .invalidRequest("\"method\" is a text.")) }
    let params = value["params"]
    if let params, params.members == nil {
      throw FrameFault(id: id, .invalidRequest("\"params\" is a JSON object."))
    }
    guard value["id"] != nil else {
      self = .notification(method: method, params: params)
      return
    }
    guard let id else { throw FrameFault(id: nil, .invalidRequest("An \"id\" is a text or a whole number.")) }
    self = .request(id: id, method: method, params: params)
  }
}

/// The reason why a message is not executed.
struct FrameFault: Error, Hashable, Sendable {
  /// The id for the answer; nil if none could be read.
  var id: RequestID?
  /// The error to answer with.
  var error: ProtocolError

  init(id: RequestID?, _ error: ProtocolError) {
    self.id = id
    self.error = error
  }
}

/// The id of a request: a text, or a whole number in its original spelling.
package enum RequestID: Hashable, Sendable {
  /// A number in its original spelling.
  case number(String)
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

/// A message parsed once, for both the transport, which reads its head, and the session, which executes it.
package struct ParsedMessage: Sendable {
  /// The parsed value, or the reason why it is not JSON.
  let value: Result<JSONValue, JSONFault>
  /// Whether a text in it contained half a surrogate pair, which no text can hold.
  let metHalfPair: Bool

  /// Parses a message.
  package init(_ message: [UInt8]) {
    let read = Result { () throws(JSONFault) in try JSONValue.read(message) }
    value = read.map(\.value)
    metHalfPair = (try? read.get())?.hasHalfPair ?? false
  }
}
