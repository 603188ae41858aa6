internal import Journal

/// The meaning of the acts in the audit record for a summary.
enum AgentActs {
  /// The acts that show content of files. `shown` only continues the list of the entry before.
  private static let reading: Set<String> = ["read", "search", "diff", "blame", "conflicts"]
  /// The acts that are none of an agent: `secret` came by sync from the author in the entry.
  private static let foreign: Set<String> = ["secret", "shown"]

  /// Returns whether an entry is an act of the agent that it names.
  static func isAct(_ entry: AuditEntry) -> Bool { !foreign.contains(entry.act) }

  /// Returns whether an entry showed content of files.
  static func isRead(_ entry: AuditEntry) -> Bool { entry.refused == nil && reading.contains(entry.act) }
}
