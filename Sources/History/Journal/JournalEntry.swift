package import GitObjects

/// One record of the journal.
package enum JournalEntry: Hashable, Sendable {
  /// A journal begins; all before is durable elsewhere, and tip and held stood here.
  case begin(tip: ObjectID?, held: ObjectID?, sequence: UInt64)
  /// A displaced file that an earlier turn left and that is still kept: its slot, its path, what history has of it.
  case displaced(slot: String, path: WorkspacePath, accounted: ObjectID, besideTarget: Bool)
  /// A turn is about to happen.
  case turn(TurnRecord)
  /// Of a turn, these placements did not happen.
  case failed(sequence: UInt64, placements: [Int])
  /// The work tree is about to be brought from one commit to another, whose objects are durable; files of the paths
  /// in `leaving` are not touched. The sequence numbers its slots.
  case adopt(sequence: UInt64, from: ObjectID?, to: ObjectID, leaving: [String])
  /// The adoption ended; the tip stands at the commit.
  case adopted(ObjectID)
  /// Objects that are in no durable pack yet and that a later entry needs.
  case objects([StoredObject])
  /// The daemon stopped in order: what the disk holds was recorded.
  case clean
}

/// A git object with its content, as the journal keeps it.
package struct StoredObject: Hashable, Sendable {
  /// What it is.
  package var kind: ObjectKind
  /// Its content.
  package var content: [UInt8]

  /// Makes an object.
  package init(kind: ObjectKind, content: [UInt8]) {
    self.kind = kind
    self.content = content
  }
}
