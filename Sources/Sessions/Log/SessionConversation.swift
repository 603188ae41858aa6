internal import Models

/// The conversation of a session as a document for people. Pure.
package enum SessionConversation {
  /// The largest number of lines of a tool's result.
  private static let mostLines = 20

  /// Returns the conversation as Markdown: a heading for each message, calls of tools and their results as code.
  package static func markdown(_ record: SessionRecord) -> String {
    var text = "# Session \(record.plan.id)\n"
    for message in record.messages {
      let blocks = message.blocks.map(block).filter { !$0.isEmpty }
      guard !blocks.isEmpty else { continue }
      let isResult = message.blocks.allSatisfy { if case .toolResult = $0 { true } else { false } }
      if !isResult { text += "\n**\(message.role == .user ? "User" : "Agent"):**\n" }
      text += blocks.map { "\n\($0)\n" }.joined()
    }
    return text
  }

  private static func block(_ block: ContentBlock) -> String {
    switch block {
    case .text(let text): text
    case .reasoning, .hiddenReasoning: ""
    case .toolCall(let call): code("\(call.name) \(call.input)")
    case .toolResult(let result): code(result.isError ? "failed: \(result.text)" : result.text)
    }
  }

  /// Returns a text as a block of code with a fence that is not in it.
  private static func code(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var shown = lines.prefix(mostLines).joined(separator: "\n")
    if lines.count > mostLines { shown += "\n(\(lines.count - mostLines) more lines)" }
    var fence = "```"
    while shown.contains(fence) { fence += "`" }
    return "\(fence)\n\(shown)\n\(fence)"
  }
}
