internal import GitObjects

/// What is known of a path that is not yet due.
struct PendingPath: Sendable {
  /// The last that was seen.
  enum Kind: Hashable, Sendable {
    case created, modified, closed, renamedOnto, renamedAway, deleted, attributes, postponed
  }

  /// The last that was seen.
  var kind: Kind
  /// When the first event since the last look was seen.
  var first: Int64
  /// When the last was seen.
  var last: Int64
  /// When the changes began that nobody closed; counts for the limit on endless events.
  var writingFrom: Int64
  /// When the first close or rename onto it since the last look was seen; counts before `writingFrom`.
  var settlingFrom: Int64?
  /// When it is due.
  var due: Int64
  /// Whether its first event made it, so that there is no recorded version to rename.
  var isFresh: Bool
  /// Whether its time came and it waits to be taken.
  var isReady = false
  /// The rename that took it away, until the other end is seen.
  var cookie: UInt32?
  /// Where the rename that is pending took it.
  var movedTo: WorkspacePath?

  /// The reason as callers see it.
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

/// How much of a file that is still being written was taken.
struct PrefixesTaken: Sendable {
  /// Bytes of all prefixes together.
  var bytes: Int64 = 0
  /// When the last was taken, or when the writer was first seen.
  var time: Int64
}
