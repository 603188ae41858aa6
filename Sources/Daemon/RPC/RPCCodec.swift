internal import FoundationEssentials

/// Messages as lines of UTF-8 JSON without a newline in them.
package enum RPCCodec {
  /// The line of a message.
  package static func line(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return [UInt8](try encoder.encode(message))
  }

  /// Reads a message of a known form.
  package static func message<M: Decodable>(_ type: M.Type = M.self, from line: [UInt8]) throws -> M {
    try JSONDecoder().decode(type, from: Data(line))
  }

  /// Reads a request.
  ///
  /// - Throws: `RPCFault`, whatever the line holds.
  package static func request(from line: [UInt8]) throws(RPCFault) -> RPCRequest {
    do {
      return try message(from: line)
    } catch let fault as RPCFault {
      throw fault
    } catch {
      throw .unreadable(reason: "\(error)")
    }
  }
}
