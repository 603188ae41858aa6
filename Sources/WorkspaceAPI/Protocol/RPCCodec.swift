internal import FoundationEssentials

/// Messages as lines of UTF-8 JSON without a newline in them.
package enum RPCCodec {
  /// Returns the line of a message.
  package static func line(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return [UInt8](try encoder.encode(message))
  }

  /// Reads a message of a known form.
  package static func message<M: Decodable>(_ type: M.Type = M.self, from line: [UInt8]) throws -> M {
    try JSONDecoder().decode(type, from: Data(line))
  }

  /// Reads the method and id of a request.
  ///
  /// - Throws: `RPCFault`, for any content of the line.
  package static func head(from line: [UInt8]) throws(RPCFault) -> RPCRequestHead {
    do { return try message(from: line) } catch { throw .unreadable(reason: "\(error)") }
  }

  /// Reads the parameters of a request.
  ///
  /// - Throws: `RPCFault`, for any content of the line.
  package static func parameters<V: Verb>(of verb: V.Type, _ head: RPCRequestHead, from line: [UInt8]) throws(RPCFault)
    -> V
  {
    do {
      return try message(RPCParameters<V>.self, from: line).params ?? message(V.self, from: Array("{}".utf8))
    } catch {
      throw .wrongParameters(V.name, id: head.id ?? .null, reason: String(describing: error))
    }
  }
}
