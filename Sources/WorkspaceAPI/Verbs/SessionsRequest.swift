/// Requests the sessions of agents, newest first.
package struct SessionsRequest: AnonymousVerb {
  package typealias Answer = [SessionEntry]
  package static let name = "sessions"

  /// The greatest number of sessions; nil for all.
  package var limit: Int?
  /// Restricts the list to sessions that changed this file, or a file below this folder; nil for all.
  package var path: String?
  /// The conditions on what a session did; the kind of author has no effect.
  package var conditions: ChangeConditions

  package init(limit: Int? = nil, path: String? = nil, conditions: ChangeConditions = ChangeConditions()) {
    self.limit = limit
    self.path = path
    self.conditions = conditions
  }
}

/// A session of an agent, as the commits of all machines and the audit record of this machine show it.
package struct SessionEntry: Sendable, Codable, Hashable {
  /// The agent's name.
  package var agent: String
  /// The session; nil for what an agent did without naming one.
  package var session: String?
  /// The models that it named, in the order of their first use.
  package var models: [String]
  /// The machines that recorded its changes.
  package var machines: [String]
  /// The time of its first act, ISO 8601.
  package var first: String
  /// The time of its last act, ISO 8601.
  package var last: String
  /// The number of files that it changed.
  package var files: Int
  /// The paths of the first 20 of these files.
  package var paths: [String]
  /// The number of its commits.
  package var commits: Int
  /// The number of calls on this machine that showed it content of files.
  package var reads: Int
  /// The number of its changes of files: one for each file of each commit.
  package var writes: Int
  /// The number of calls on this machine that were refused.
  package var refusals: Int
  /// Whether all its changes were undone.
  package var isUndone: Bool
  /// The command that undoes its changes; nil if there are none, if they were undone, or without a session.
  package var undo: String?
  /// The status of a session of `stet run` in words; nil for any other, and in the daemon's answer.
  package var status: String?

  /// The greatest number of paths in an entry.
  package static let pathLimit = 20

  /// Creates an entry without any act.
  package init(agent: String, session: String?) {
    self.agent = agent
    self.session = session
    (models, machines, first, last) = ([], [], "", "")
    (files, paths, commits, reads, writes, refusals) = (0, [], 0, 0, 0, 0)
    isUndone = false
  }
}
