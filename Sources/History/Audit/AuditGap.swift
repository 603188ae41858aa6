internal import GitObjects

/// Which writes of agents are not on record, going by the commits that they made. Pure.
///
/// What a write's line says stands in its commit, and that in the journal, which is durable before any file changes. So
/// the line is as durable as the write: what a power cut took from the record is put back from the commits.
package struct AuditGap: Sendable {
  /// How long before and after a commit what brought several files back may be on record, seconds.
  private static let nearness: Int64 = 5

  private var versions: Set<NameKey> = []
  private var gone: Set<NameKey> = []
  private var broughtBack: [(session: String?, seconds: Int64)] = []

  /// Takes the calls that are on record.
  package init(_ entries: [AuditEntry]) {
    for entry in entries where entry.refused == nil {
      let version = entry.version ?? ""
      switch entry.act {
      case "write", "append", "edit", "copy": versions.insert(Self.key(version, entry.path))
      case "delete": gone.insert(Self.key("", entry.path))
      case "move":
        versions.insert(Self.key(version, entry.other))
        gone.insert(Self.key("", entry.path))
      // One line stands for all that came with it.
      case "restore", "undo", "hook": broughtBack.append((entry.session, entry.time / 1_000))
      default: break
      }
    }
  }

  /// Whether nothing on record tells of a change.
  ///
  /// - Parameters:
  ///   - version: the beginning of the new version's token; nil for a file that went.
  ///   - seconds: when it was recorded, since 1970.
  package func lacks(_ path: String, version: String?, session: String?, at seconds: Int64) -> Bool {
    if let version {
      if versions.contains(Self.key(version, path)) { return false }
    } else if gone.contains(Self.key("", path)) {
      return false
    }
    return !broughtBack.contains { $0.session == session && abs($0.seconds - seconds) <= Self.nearness }
  }

  private static func key(_ version: String, _ path: String?) -> NameKey { NameKey(version + ":" + (path ?? "")) }
}
