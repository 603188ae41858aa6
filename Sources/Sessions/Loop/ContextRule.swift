internal import Models

/// The rule by which a conversation that grows past the model's context is shortened: the results of tools in its older
/// messages are left out. The texts stay. Pure.
package enum ContextRule {
  /// The number of newest messages that keep their results.
  static let kept = 4
  /// The text in place of a result.
  static let note = "[The result is left out to save room. Call the tool again if you need it.]"

  /// Returns the messages for the model.
  static func messages(_ record: SessionRecord) -> [ModelMessage] {
    record.messages.enumerated().map { index, message in
      guard index < record.folded else { return message }
      let blocks = message.blocks.map { block -> ContentBlock in
        guard case .toolResult(let result) = block, result.text.utf8.count > note.utf8.count else { return block }
        return .toolResult(ToolResult(id: result.id, text: note, isError: result.isError))
      }
      return ModelMessage(message.role, blocks)
    }
  }

  /// Returns the number of messages to shorten next; nil if all but the newest are short already.
  static func fold(_ record: SessionRecord) -> Int? {
    let count = record.messages.count - kept
    return count > record.folded ? count : nil
  }
}
