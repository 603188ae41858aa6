package import GitObjects

/// A commit that a turn will make: everything except tree and parent, which follow from the changes.
package struct PlannedCommit: Hashable, Sendable {
  /// The author of the change, with the time.
  package var author: Signature
  /// The recorder of the change, with the time.
  package var committer: Signature
  /// The whole message with its trailers.
  package var message: String
  /// Whether it is recorded as held, off the tip.
  package var isHeld: Bool
  /// The changes.
  package var changes: [PlannedChange]

  /// Makes a planned commit.
  package init(
    author: Signature, committer: Signature, message: String, isHeld: Bool = false, changes: [PlannedChange]
  ) {
    self.isHeld = isHeld
    self.author = author
    self.committer = committer
    self.message = message
    self.changes = changes
  }
}
