package import GitObjects

/// One record of the journal.
package enum JournalEntry: Hashable, Sendable {
  /// A journal begins; all before is durable elsewhere, and tip and held stood here.
  case begin(tip: ObjectID?, held: ObjectID?, sequence: UInt64)
  /// A displaced file that an earlier turn left and that is still kept: its slot, its path, what history has of it. Behind
  /// a turn: that turn merges its text.
  case displaced(slot: String, path: WorkspacePath, accounted: ObjectID, besideTarget: Bool)
  /// A turn is about to happen.
  case turn(TurnRecord)
  /// Of a turn, these placements did not happen.
  case failed(sequence: UInt64, placements: [Int])
  /// The tip goes from one commit to another, whose objects are durable, and the work tree is about to follow, in as
  /// many turns as it takes; files of the paths in `leaving` are not touched. The sequence numbers its slots. Before a
  /// beginning: the tip went there earlier, and files are still on their way.
  case adopt(sequence: UInt64, from: ObjectID?, to: ObjectID, leaving: [String])
  /// The adoption ended: the work tree followed, but for what is `unplaced`.
  case adopted(ObjectID)
  /// A file that an adoption could not bring to the tip; the disk has the expected version still.
  case unplaced(path: WorkspacePath, expected: ObjectID?)
  /// What was unplaced at a path is over: the newer version stands there, or what somebody saved.
  case placed(path: WorkspacePath)
  /// Objects that are in no durable pack yet and that a later entry needs.
  case objects([StoredObject])
  /// A version is the merge of a save that is in no commit: an editor may have that text still.
  case merged(MergedSave)
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
