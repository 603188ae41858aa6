package import GitObjects

/// The planned effects of a turn: the journal holds them before the first file is written.
package struct TurnRecord: Hashable, Sendable {
  /// Its number; grows by one each turn.
  package var sequence: UInt64
  /// The tip it builds on.
  package var parent: ObjectID?
  /// The commits, oldest first.
  package var commits: [PlannedCommit]
  /// The files it replaces.
  package var placements: [Placement]

  package init(sequence: UInt64, parent: ObjectID?, commits: [PlannedCommit], placements: [Placement]) {
    self.sequence = sequence
    self.parent = parent
    self.commits = commits
    self.placements = placements
  }
}
