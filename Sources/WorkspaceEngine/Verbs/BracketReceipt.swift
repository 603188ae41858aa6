/// What a hook's call led to.
package struct BracketReceipt: Sendable, Codable {
  /// How many saves were recorded because of it: the person's before a tool, the agent's after it.
  package var recorded: Int

  /// Makes a receipt.
  package init(recorded: Int) { self.recorded = recorded }
}
