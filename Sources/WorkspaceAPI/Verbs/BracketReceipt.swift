/// The result of a hook's call.
package struct BracketReceipt: Sendable, Codable {
  /// The number of saves that were recorded because of it: the person's before a tool, the agent's after it.
  package var recorded: Int

  /// The reason why the tool may not write its files, for the agent; nil if it may.
  package var refused: String?

  /// Creates a receipt.
  package init(recorded: Int, refused: String? = nil) {
    self.recorded = recorded
    self.refused = refused
  }
}
