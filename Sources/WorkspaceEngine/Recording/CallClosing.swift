internal import WorkspaceAPI
internal import GitObjects
internal import History

/// What of the end of an agent's call is done in the turn of its write: on record and what is new, in one way to the
/// recorder's thread.
struct CallClosing: Sendable {
  /// What is put on record; the queue puts in the version that stands there then.
  var entry: AuditEntry
  /// The session, whose own changes are no news.
  var session: AgentSession
  /// What it was told of last; nil for one that begins here.
  var since: ObjectID?
  /// How many paths are named.
  var mostNews: Int
}
