package import GitObjects

/// One record of the journal.
package enum JournalEntry: Hashable, Sendable {
  /// A journal begins; everything before is durable elsewhere, with tip and held at these commits.
  case begin(tip: ObjectID?, held: ObjectID?, sequence: UInt64)
  /// A displaced file of an earlier turn that is still kept: its slot, its path, and its version in history. After a
  /// turn: that turn merges its text.
  case displaced(slot: String, path: WorkspacePath, accounted: ObjectID, besideTarget: Bool)
  /// A turn is about to happen.
  case turn(TurnRecord)
  /// These placements of a turn did not happen.
  case failed(sequence: UInt64, placements: [Int])
  /// The tip moves from one commit to another, whose objects are durable, and the work tree is about to follow, in as
  /// many turns as needed; files of the paths in `leaving` are not written. The sequence numbers its slots. Before a
  /// beginning: the tip moved earlier, and files are still to be placed.
  case adopt(sequence: UInt64, from: ObjectID?, to: ObjectID, leaving: [String])
  /// The adoption ended: the work tree followed, except for the `unplaced` files.
  case adopted(ObjectID)
  /// A file that an adoption could not place; the expected version is still on disk.
  case unplaced(path: WorkspacePath, expected: ObjectID?)
  /// A path is no longer unplaced: the newer version, or a save, is there.
  case placed(path: WorkspacePath)
  /// Objects that are in no durable pack yet and that a later entry needs.
  case objects([StoredObject])
  /// A version is the merge of a save that is in no commit: an editor may still have that text.
  case merged(MergedSave)
  /// The daemon stopped in order: the content on disk was recorded.
  case clean
}

/// A git object with its content, as the journal keeps it.
package struct StoredObject: Hashable, Sendable {
  package var kind: ObjectKind
  package var content: [UInt8]

  package init(kind: ObjectKind, content: [UInt8]) {
    self.kind = kind
    self.content = content
  }
}
