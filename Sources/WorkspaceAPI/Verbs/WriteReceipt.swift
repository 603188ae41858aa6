package import GitObjects

/// The result of a write, returned when it is durable.
package struct WriteReceipt: Hashable, Sendable, Codable {
  /// The file (for a move, its new path).
  package var path: String
  /// The token of the present version; nil after a deletion.
  package var token: ObjectID?
  /// The commit; nil if nothing changed or the path is held.
  package var commit: ObjectID?
  /// Whether somebody else's newer text was merged into it.
  package var merged: Bool
  /// Whether the file already had this content.
  package var unchanged: Bool
  /// The reason why the path is held back from the tip; nil if it is not.
  package var held: String?
  /// The number of lines of provenance that were added at the beginning of the content; nil for none.
  package var headLines: Int?
  /// The report as a step of an agent's call; nil if it was none.
  package var call: CallReport?

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
