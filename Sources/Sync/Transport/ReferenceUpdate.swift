package import GitObjects

/// One reference that a push asks the remote to move.
package struct ReferenceUpdate: Hashable, Sendable {
  /// The reference at the remote, whole.
  package var reference: String
  /// Where to; nil deletes it.
  package var commit: ObjectID?
  /// Whether it may lose commits: only for what is this machine's alone.
  package var mayLose: Bool

  /// Makes an update.
  package init(_ reference: String, to commit: ObjectID?, mayLose: Bool = false) {
    self.reference = reference
    self.commit = commit
    self.mayLose = mayLose
  }
}
