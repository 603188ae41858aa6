internal import GitObjects
internal import Synchronization

/// Which versions of which files each agent session was given (review A8).
///
/// A write without a token is taken only where exactly one version was ever served to its session. Kept in memory,
/// bounded: sessions that are forgotten are remembered as such, so that their writes are refused and never accepted
/// over a version that they did not see.
final class ServedVersions: Sendable {
  private static let limit = 20_000

  private struct Key: Hashable {
    var session: String
    var path: WorkspacePath
  }

  private struct Table {
    var versions: [Key: Set<ObjectID>] = [:]
    var forgotten: Set<String> = []
  }

  private let served = Mutex(Table())

  /// Makes an empty table.
  init() {}

  /// Notes that a session was given a version.
  func note(_ version: ObjectID, of path: WorkspacePath, to session: String) {
    served.withLock { table in
      if table.versions.count >= Self.limit {
        // Sessions from before the last time are long over.
        table.forgotten = Set(table.versions.keys.map(\.session))
        table.versions.removeAll()
      }
      guard !table.forgotten.contains(session) else { return }
      let key = Key(session: session, path: path)
      // Two say as much as twenty: which one a write is made from is not known.
      if table.versions[key, default: []].count < 2 { table.versions[key, default: []].insert(version) }
    }
  }

  /// Notes that a session wrote a version: it knows this one now, whatever it was given before.
  func noteWritten(_ version: ObjectID?, of path: WorkspacePath, by session: String) {
    served.withLock { $0.versions[Key(session: session, path: path)] = version.map { [$0] } }
  }

  /// Up to two of the versions that a session was given of a path.
  func versions(of path: WorkspacePath, to session: String) -> Set<ObjectID> {
    served.withLock { $0.versions[Key(session: session, path: path)] ?? [] }
  }

  /// The one version that a session was given of a path; nil for none or several.
  func onlyVersion(of path: WorkspacePath, to session: String) -> ObjectID? {
    served.withLock { table in
      let versions = table.versions[Key(session: session, path: path)] ?? []
      return versions.count == 1 ? versions.first : nil
    }
  }
}
