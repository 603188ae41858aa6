internal import Models

/// The conversation of a session as a document for people. Pure.
package enum SessionConversation {
  /// The largest number of lines of a tool's result.
  private static let mostLines = 20

  /// Returns the conversation as Markdown: a heading for each message, and each call of a tool as code with its result
  /// below it. The text of an answer that broke off is the last one.
  package static func markdown(_ record: SessionRecord) -> String {
    var text = "# Session \(record.plan.id)\n"
    for (index, message) in record.messages.enumerated() {
      let next = index + 1 < record.messages.count ? results(record.messages[index + 1]) : record.results
      let blocks = message.blocks.flatMap { block($0, next) }
      guard !blocks.isEmpty else { continue }
      text += "\n**\(message.role == .user ? "User" : "Agent"):**\n" + blocks.map { "\n\($0)\n" }.joined()
    }
    if !record.unfinished.isEmpty { text += "\n**Agent (interrupted):**\n\n\(record.unfinished)\n" }
    return text
  }

  private static func results(_ message: ModelMessage) -> [ToolResult] {
    message.blocks.compactMap { if case .toolResult(let result) = $0 { result } else { nil } }
  }

  /// Returns the paragraphs of a block.
  ///
  /// - Parameter results: the results of the message's calls, as far as they have ended.
  private static func block(_ block: ContentBlock, _ results: [ToolResult]) -> [String] {
    switch block {
    case .text(let text): return text.isEmpty ? [] : [text]
    case .reasoning, .hiddenReasoning, .toolResult: return []
    case .toolCall(let call):
      let result = results.first { $0.id == call.id }
      let shown = result.map { code($0.isError ? "failed: \($0.text)" : $0.text) }
      return [code("\(call.name) \(call.input)"), shown ?? "(no result yet)"]
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
