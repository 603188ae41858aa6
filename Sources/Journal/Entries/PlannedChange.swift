package import GitObjects

/// One path of a planned commit.
package struct PlannedChange: Hashable, Sendable {
  package var path: WorkspacePath
  /// The new mode; nil for a deletion.
  package var mode: FileMode?
  /// The new blob; nil for a deletion.
  package var blob: ObjectID?
  /// The blob's content, for the journal; nil if the object is already durable.
  package var content: [UInt8]?
  /// The index of the placement whose success this change needs; nil if the work tree already has the content.
  package var placement: Int?

  package init(path: WorkspacePath, mode: FileMode?, blob: ObjectID?, content: [UInt8]?, placement: Int? = nil) {
    self.path = path
    self.mode = mode
    self.blob = blob
    self.content = content
    self.placement = placement
  }
}

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
  package var changes: [PlannedChange]

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
