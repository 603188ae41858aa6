internal import GitProcess
internal import GitObjects

/// The answer to a fetch.
struct FetchAnswer: Hashable, Sendable {
  /// The remote's branch; nil if it does not exist.
  var commit: ObjectID?
  /// The inboxes of other machines, by reference.
  var inboxes: [String: ObjectID]
  /// The uptime at which the remote was asked.
  var asked: Duration
  /// The time of the answer in seconds since 1970.
  var contact: Int64
}

/// The answer to a push.
struct PushAnswer: Hashable, Sendable {
  /// The commit for the branch.
  var commit: ObjectID
  /// The answer for the branch.
  var answer: PushResult
  /// The answers for this machine's inbox.
  var inboxes: [InboxAnswer] = []
  /// Whether it sent many new files.
  var isOfManyFiles = false
  /// The uptime at which the push began.
  var started: Duration
  /// The time of the answer in seconds since 1970.
  var contact: Int64
}

/// The answer for an inbox.
struct InboxAnswer: Hashable, Sendable {
  var place: Inbox.Place
  /// The commit to leave; nil to delete the inbox.
  var commit: ObjectID?
  /// The answer; nil if there was none.
  var answer: PushResult?
}
