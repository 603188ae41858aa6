internal import GitObjects

/// The state of a path that is not yet due.
struct PendingPath: Sendable {
  /// The last event.
  enum Kind: Hashable, Sendable {
    case created, modified, closed, renamedOnto, renamedAway, deleted, attributes, postponed
  }

  /// The last event.
  var kind: Kind
  /// The time of the first event since the path was last taken.
  var first: Int64
  /// The time of the last event.
  var last: Int64
  /// The start of the changes without a close; the limit on endless events counts from here.
  var writingFrom: Int64
  /// The time of the first close or rename onto it since the path was last taken; precedes `writingFrom`.
  var settlingFrom: Int64?
  /// The due time.
  var due: Int64
  /// Whether its first event created it, so that there is no recorded version to rename.
  var isFresh: Bool
  /// Whether its time was reached and it waits to be taken.
  var isReady = false
  /// The cookie of the rename that removed it, until the other end is reported.
  var cookie: UInt32?
  /// The target of the pending rename.
  var movedTo: WorkspacePath?

  /// The reason in the form for callers.
  var reason: SettledPath.Reason {
    switch kind {
    case .created: .created
    case .modified: .growing
    case .closed: .closed
    case .renamedOnto: .renamedOnto
    case .renamedAway: .renamedAway
    case .deleted: .deleted
    case .attributes: .attributes
    case .postponed: .postponed
    }
  }
}

/// The prefixes that were taken of a file that is still being written.
struct PrefixesTaken: Sendable {
  /// The total size of all prefixes in bytes.
  var bytes: Int64 = 0
  /// The time of the last prefix, or of the writer's first event.
  var time: Int64
}
