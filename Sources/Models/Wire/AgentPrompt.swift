/// The prompt of a headless agent: a whole request as one text for its standard input. Pure.
package enum AgentPrompt {
  /// The prompt of a session that the agent resumes without a new message.
  package static let goingOn = "You were interrupted. Go on with the task where you left off."

  /// Returns the text: the instructions, then the conversation. A single message has no heading.
  ///
  /// The agent has its own tools: definitions are left out. An agent that resumes its session has the first messages.
  package static func text(_ request: ModelRequest) -> String {
    if let thread = request.thread {
      let fresh = request.messages.dropFirst(thread.known).filter { $0.role == .user }
      let texts = fresh.flatMap(\.blocks).compactMap(words)
      return (texts.isEmpty ? goingOn : texts.joined(separator: "\n\n")) + "\n"
    }
    var paragraphs = request.system.isEmpty ? [] : [request.system]
    let isSingle = request.messages.count == 1
    for message in request.messages {
      let text = message.blocks.compactMap(words).joined(separator: "\n\n")
      guard !text.isEmpty else { continue }
      paragraphs.append(isSingle ? text : (message.role == .user ? "User: " : "Assistant: ") + text)
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private static func words(_ block: ContentBlock) -> String? {
    switch block {
    case .text(let text): text.isEmpty ? nil : text
    case .reasoning, .hiddenReasoning: nil
    case .toolCall(let call): "(called \(call.name) with \(call.input))"
    case .toolResult(let result): "(\(result.isError ? "failed" : "result"): \(result.text))"
    }
  }
}
