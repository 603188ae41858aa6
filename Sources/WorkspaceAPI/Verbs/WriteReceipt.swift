package import GitObjects

/// What became of a write, answered when it is durable.
package struct WriteReceipt: Hashable, Sendable, Codable {
  /// The file (for a move, its new path).
  package var path: String
  /// The token of what stands there now; nil after a deletion.
  package var token: ObjectID?
  /// The commit; nil where nothing changed or the path is held.
  package var commit: ObjectID?
  /// Whether somebody else's newer text was merged in.
  package var merged: Bool
  /// Whether the file already held exactly this.
  package var unchanged: Bool
  /// Why the path is held back from the tip, where it is.
  package var held: String?
  /// How many lines of provenance were put at the head of what was written; nil for none.
  package var headLines: Int?
  /// What it tells as a step of an agent's call; nil where it was none.
  package var call: CallReport?

  /// Makes a receipt.
  package init(
    path: String, token: ObjectID?, commit: ObjectID?, merged: Bool = false, unchanged: Bool = false,
    held: String? = nil, call: CallReport? = nil
  ) {
    self.path = path
    self.token = token
    self.commit = commit
    self.merged = merged
    self.unchanged = unchanged
    self.held = held
    self.call = call
  }
}
