/// The reader of a provider's stream: bytes in, events and an answer out. Pure.
package struct AnswerReader: Sendable {
  private var splitter: DocumentSplitter
  private var decoder: any AnswerDecoder

  /// Creates a reader for the stream of a provider.
  package init(_ provider: Provider) {
    switch provider.kind {
    case .anthropic:
      splitter = .events(ServerSentEventParser())
      decoder = AnthropicDecoder()
    case .openai:
      splitter = .events(ServerSentEventParser())
      decoder = OpenAIDecoder()
    case .command:
      splitter = .lines([])
      decoder = provider.output == .json ? AgentDecoder() : PlainTextDecoder()
    }
  }

  /// Whether the provider declared the answer complete.
  package var isComplete: Bool { decoder.isComplete }

  /// The parts of the answer so far.
  package var parts: AnswerParts { decoder.parts }

  /// Reads the next bytes; returns the fault that they report, nil without one.
  package mutating func take(_ bytes: [UInt8], _ events: inout [ModelEvent]) -> ModelFault? {
    do throws(ModelFault) {
      for document in splitter.take(bytes) where !decoder.isComplete { try decoder.take(document, &events) }
      return nil
    } catch { return error }
  }

  /// Reads the end of the stream; returns the fault of an incomplete answer, nil for a complete one.
  package mutating func end(_ fault: ModelFault?, _ events: inout [ModelEvent]) -> ModelFault? {
    do throws(ModelFault) {
      if let rest = splitter.end() { try decoder.take(rest, &events) }
      try decoder.end(fault, &events)
      return nil
    } catch { return error }
  }
}
