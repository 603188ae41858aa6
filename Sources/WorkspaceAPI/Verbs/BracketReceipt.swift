/// What a hook's call led to.
package struct BracketReceipt: Sendable, Codable {
  /// How many saves were recorded because of it: the person's before a tool, the agent's after it.
  package var recorded: Int

  /// Why the tool may not write what it names, for the agent; nil where it may.
  package var refused: String?

  /// Makes a receipt.
  package init(recorded: Int, refused: String? = nil) {
    self.recorded = recorded
    self.refused = refused
  }
}
