package import GitObjects

/// Everything a turn is about to do: what the journal holds before the first file is touched.
package struct TurnRecord: Hashable, Sendable {
  /// Its number; grows by one each turn.
  package var sequence: UInt64
  /// The tip it builds on.
  package var parent: ObjectID?
  /// The commits, oldest first.
  package var commits: [PlannedCommit]
  /// The files it replaces.
  package var placements: [Placement]

  /// Makes a record.
  package init(sequence: UInt64, parent: ObjectID?, commits: [PlannedCommit], placements: [Placement]) {
    self.sequence = sequence
    self.parent = parent
    self.commits = commits
    self.placements = placements
  }
}
