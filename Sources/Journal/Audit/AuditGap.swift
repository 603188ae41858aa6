internal import GitObjects

/// Finds writes of agents that the audit lacks, from the commits that they made. Pure.
///
/// A write's line is repeated in its commit, and the commit in the journal, which is durable before any file changes.
/// The line is therefore as durable as the write: lines lost in a power cut are restored from the commits.
package struct AuditGap: Sendable {
  /// The greatest distance in seconds between a commit and the audit line of a restore of several files.
  private static let nearness: Int64 = 5

  private var versions: Set<NameKey> = []
  private var gone: Set<NameKey> = []
  private var broughtBack: [(session: String?, seconds: Int64)] = []

  /// Takes the calls that the audit has.
  package init(_ entries: [AuditEntry]) {
    for entry in entries where entry.refused == nil {
      let version = entry.version ?? ""
      switch entry.act {
      case "write", "append", "edit", "copy": versions.insert(Self.key(version, entry.path))
      case "delete": gone.insert(Self.key("", entry.path))
      case "move":
        versions.insert(Self.key(version, entry.other))
        gone.insert(Self.key("", entry.path))
      // One line covers all files of the call.
      case "restore", "undo", "hook": broughtBack.append((entry.session, entry.time / 1_000))
      default: break
      }
    }
  }

  /// Returns whether the audit has no line for a change.
  ///
  /// - Parameters:
  ///   - version: the beginning of the new version's token; nil for a deleted file.
  ///   - seconds: the time of the recording, since 1970.
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
