package import GitObjects
package import Journal
package import WorkspaceAPI

/// The part of the end of an agent's call that runs in the turn of its write: the audit entry and the changes of
/// others, in one hop to the recorder's thread.
package struct CallClosing: Sendable {
  /// The audit entry; the keeper adds the version that the path has then.
  var entry: AuditEntry
  /// The session, whose own changes are not reported to it.
  var session: AgentSession
  /// The commit up to which the session was notified; nil for a session that begins here.
  var since: ObjectID?
  /// The maximum number of paths in the report.
  var mostNews: Int

  /// Makes the end of a call.
  package init(entry: AuditEntry, session: AgentSession, since: ObjectID? = nil, mostNews: Int) {
    self.entry = entry
    self.session = session
    self.since = since
    self.mostNews = mostNews
  }
}
