internal import GitObjects
internal import Journal

/// The meaning of the acts in the audit record for a summary.
enum AgentActs {
  /// The acts that show content of files. `shown` only continues the list of the entry before.
  private static let reading: Set<String> = ["read", "search", "query", "diff", "blame", "conflicts"]
  /// The acts that are not the agent's own: `secret` came by sync from the author in the entry.
  private static let foreign: Set<String> = ["secret", "shown"]

  /// Returns whether an entry is an act of the agent that it names.
  static func isAct(_ entry: AuditEntry) -> Bool { !foreign.contains(entry.act) }

  /// Returns whether an entry showed content of files.
  static func isRead(_ entry: AuditEntry) -> Bool { entry.refused == nil && reading.contains(entry.act) }
}

extension ChangeFilter {
  /// Returns the author and the time of an agent's act; nil for another entry, and for one that does not meet the
  /// conditions.
  func act(_ entry: AuditEntry, in scope: PathScope) -> (author: AuthorRecord, seconds: Int64)? {
    let author = AuthorRecord(kind: "agent", name: entry.agent, session: entry.session)
    let seconds = entry.time / 1_000
    return AgentActs.isAct(entry) && admits(author, at: seconds) && scope.concerns(entry) ? (author, seconds) : nil
  }
}
