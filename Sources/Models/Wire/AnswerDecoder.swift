/// A decoder of a provider's stream: documents in, an answer out. Pure.
package protocol AnswerDecoder: Sendable {
  /// The parts of the answer so far.
  var parts: AnswerParts { get }
  /// Whether the provider declared the answer complete; nothing after that is read.
  var isComplete: Bool { get }

  /// Decodes the next document of the stream.
  ///
  /// - Parameter events: receives the events; those before an error too.
  /// - Throws: `ModelFault` if the document reports an error or has not the documented form.
  mutating func take(_ document: [UInt8], _ events: inout [ModelEvent]) throws(ModelFault)

  /// Decodes the end of the stream.
  ///
  /// - Parameters:
  ///   - fault: the fault that ended the stream; nil for a proper end.
  ///   - events: receives the events.
  /// - Throws: `ModelFault` if the answer is not complete.
  mutating func end(_ fault: ModelFault?, _ events: inout [ModelEvent]) throws(ModelFault)
}

extension AnswerDecoder {
  /// Accepts the end if the reason for it was received: what follows the reason is at most the usage.
  package mutating func end(_ fault: ModelFault?, _ events: inout [ModelEvent]) throws(ModelFault) {
    guard !isComplete, parts.stop == nil else { return }
    throw fault ?? .cut
  }
}

/// The division of a stream of bytes into documents. Pure.
package enum DocumentSplitter: Sendable {
  /// The data of server-sent events.
  case events(ServerSentEventParser)
  /// Lines, with the bytes of the unfinished one.
  case lines([UInt8])

  /// Returns the documents that end in the next bytes.
  package mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    switch self {
    case .events(var parser):
      // So that the parser's bytes are not copied.
      self = .lines([])
      defer { self = .events(parser) }
      return parser.take(bytes).map { Array($0.data.utf8) }
    case .lines(var rest):
      self = .lines([])
      var documents: [[UInt8]] = []
      for byte in bytes {
        guard byte == 0x0A else {
          rest.append(byte)
          continue
        }
        documents.append(rest)
        rest.removeAll()
      }
      self = .lines(rest)
      return documents
    }
  }

  /// Returns the document that has no end; nil for events, whose last one is discarded then.
  package mutating func end() -> [UInt8]? {
    guard case .lines(let rest) = self, !rest.isEmpty else { return nil }
    self = .lines([])
    return rest
  }
}
