package import GitObjects

/// One reference that a push asks the remote to move.
package struct ReferenceUpdate: Hashable, Sendable {
  /// The full name of the reference at the remote.
  package var reference: String
  /// The new commit; nil deletes the reference.
  package var commit: ObjectID?
  /// Whether the reference may lose commits; only for references of this machine alone.
  package var mayLose: Bool

  /// Makes an update.
  package init(_ reference: String, to commit: ObjectID?, mayLose: Bool = false) {
    self.reference = reference
    self.commit = commit
    self.mayLose = mayLose
  }
}
