internal import GitObjects
internal import Synchronization

/// Which versions of which files each agent session was given (review A8).
///
/// A write without a token is taken only where exactly one version was ever served to its session. Kept in memory,
/// bounded: what is forgotten makes a write refused, never accepted.
final class ServedVersions: Sendable {
  private static let limit = 20_000

  private struct Key: Hashable {
    var session: String
    var path: WorkspacePath
  }

  private let served = Mutex<[Key: Set<ObjectID>]>([:])

  /// Makes an empty table.
  init() {}

  /// Notes that a session was given a version.
  func note(_ version: ObjectID, of path: WorkspacePath, to session: String) {
    served.withLock { table in
      if table.count >= Self.limit { table.removeAll() }
      table[Key(session: session, path: path), default: []].insert(version)
    }
  }

  /// Notes that a session wrote a version: it knows this one now, whatever it was given before.
  func noteWritten(_ version: ObjectID?, of path: WorkspacePath, by session: String) {
    served.withLock { $0[Key(session: session, path: path)] = version.map { [$0] } }
  }

  /// The one version that a session was given of a path; nil for none or several.
  func onlyVersion(of path: WorkspacePath, to session: String) -> ObjectID? {
    served.withLock { table in
      let versions = table[Key(session: session, path: path)] ?? []
      return versions.count == 1 ? versions.first : nil
    }
  }
}
