package import GitObjects

/// What became of a write.
package enum WriteOutcome: Hashable, Sendable {
  /// It is done and durable: in the file and the journal, also where the repository refused its commit for now.
  case done(WriteResult)
  /// It is not done.
  case refused(WriteRefusal)
}

/// A write that was done.
package struct WriteResult: Hashable, Sendable {
  /// The version that stands at the path now; nil for nothing.
  package var token: ObjectID?
  /// The version that the write was made on, which may be one that the writer never saw, or that was not recorded yet; nil
  /// for nothing.
  package var before: ObjectID?
  /// The commit that holds it; nil where nothing changed or the path is held.
  package var commit: ObjectID?
  /// Whether somebody else's newer text was merged in.
  package var isMerged: Bool
  /// Whether the path held exactly this before.
  package var isUnchanged: Bool
  /// Why the path is held.
  package var held: HeldReason?
  /// How many lines of provenance were put at the head of what was written.
  package var headLines: Int

  /// Makes a result.
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
