/// The estimate of tokens before a provider reports them: a quarter of the bytes. Pure.
package enum TokenEstimate {
  /// Returns the estimated tokens of a request.
  package static func tokens(of request: ModelRequest) -> Int {
    var bytes = request.system.utf8.count
    for tool in request.tools {
      bytes += tool.name.utf8.count + tool.description.utf8.count + tool.schema.line.count
    }
    for message in request.messages { bytes += message.blocks.reduce(0) { $0 + Self.bytes(of: $1) } }
    return tokens(bytes: bytes)
  }

  /// Returns the estimated tokens of a number of bytes.
  package static func tokens(bytes: Int) -> Int { (bytes + 3) / 4 }

  private static func bytes(of block: ContentBlock) -> Int {
    switch block {
    case .text(let text): text.utf8.count
    case .reasoning(let text, let signature): text.utf8.count + signature.utf8.count
    case .hiddenReasoning(let data): data.utf8.count
    case .toolCall(let call): call.name.utf8.count + call.input.utf8.count
    case .toolResult(let result): result.text.utf8.count
    }
  }
}
