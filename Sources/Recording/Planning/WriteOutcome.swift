package import GitObjects
package import WorkTree

/// The outcome of a write.
package enum WriteOutcome: Hashable, Sendable {
  /// The write is done and durable: in the file and the journal, even if the repository refused its commit for now.
  case done(WriteResult)
  /// The write is not done.
  case refused(WriteRefusal)
}

/// A write that was done.
package struct WriteResult: Hashable, Sendable {
  /// The present version of the path; nil for no file.
  package var token: ObjectID?
  /// The version that the write was based on, which the writer may never have seen, or which was not recorded yet; nil
  /// for no file.
  package var before: ObjectID?
  /// The commit that holds it; nil if nothing changed or the path is held.
  package var commit: ObjectID?
  /// Whether somebody else's newer text was merged in.
  package var isMerged: Bool
  /// Whether the path already held exactly this.
  package var isUnchanged: Bool
  /// The reason why the path is held.
  package var held: HeldReason?
  /// The number of provenance lines that were added at the head of the written text.
  package var headLines: Int

  package init(
    token: ObjectID?, commit: ObjectID? = nil, isMerged: Bool = false, isUnchanged: Bool = false,
    held: HeldReason? = nil, headLines: Int = 0, before: ObjectID? = nil
  ) {
    self.token = token
    self.commit = commit
    self.isMerged = isMerged
    self.isUnchanged = isUnchanged
    self.held = held
    self.headLines = headLines
    self.before = before
  }
}

/// The outcome of writes that are done together or not at all.
package enum BatchOutcome: Hashable, Sendable {
  /// All are done.
  case done([WriteResult])
  /// None is done; these, by their index, were refused.
  case refused([Int: WriteRefusal])
  /// None is done: two of them are of one file.
  case twice(WorkspacePath)
}
