internal import FileSystem
internal import GitObjects

/// The last versions of the paths that Stet itself wrote to lately: what a save may not have seen (DESIGN "Stale saves").
///
/// A path comes in with the first version that Stet places there, together with the one that stood before; from then on
/// all of its versions are noted. Kept in memory: after a restart nothing tells who read what, and no save is merged.
/// Pure.
struct RecentVersions {
  /// How many versions a path keeps.
  static let most = 20
  /// How many paths are known.
  static let paths = 1_000
  /// How long, in seconds.
  static let age: Int64 = 86_400

  private var table: [WorkspacePath: [RecentVersion]] = [:]
  /// Marks of files that are being put in their places.
  private var witnesses: [WorkspacePath: (blob: ObjectID, witness: OpenWitness)] = [:]

  /// Notes that a file was made that will be put in a path's place.
  mutating func noteStaged(_ path: WorkspacePath, _ blob: ObjectID, _ witness: OpenWitness?) {
    witnesses[path] = witness.map { (blob, $0) }
  }

  /// Notes a path's new version.
  ///
  /// - Parameter replaced: what stood there, where that is a version.
  mutating func note(_ version: RecentVersion, at path: WorkspacePath, replacing replaced: ObjectID?) {
    let mark = witnesses[path]
    if mark?.blob == version.blob { witnesses[path] = nil }
    if table[path] == nil {
      guard version.isPlaced else { return }
      if table.count >= Self.paths { forget(before: version.seconds) }
      table[path] = []
    }
    if table[path]?.isEmpty == true, let replaced, replaced != version.blob {
      table[path] = [RecentVersion(blob: replaced, seconds: version.seconds, isPlaced: false)]
    }
    guard table[path]?.first?.blob != version.blob else { return }
    var version = version
    if version.isPlaced, mark?.blob == version.blob { version.witness = mark?.witness }
    table[path]?.insert(version, at: 0)
    if let count = table[path]?.count, count > Self.most { table[path]?.removeLast(count - Self.most) }
  }

  /// Forgets a path: it was deleted.
  mutating func forget(_ path: WorkspacePath) {
    table[path] = nil
    witnesses[path] = nil
  }

  /// A path's versions, newest first; empty where Stet placed none there lately.
  func versions(of path: WorkspacePath, at seconds: Int64) -> [RecentVersion] {
    guard let versions = table[path], let newest = versions.first, seconds - newest.seconds < Self.age else {
      return []
    }
    return versions.filter { seconds - $0.seconds < Self.age }
  }

  /// Makes room: what is too old goes, and where that is little, the older half.
  private mutating func forget(before seconds: Int64) {
    let paths = table.sorted { ($0.value.first?.seconds ?? 0, $0.key) < ($1.value.first?.seconds ?? 0, $1.key) }
    for (index, (path, versions)) in paths.enumerated()
    where index < paths.count / 2 || (versions.first?.seconds ?? 0) <= seconds - Self.age { table[path] = nil }
    witnesses = [:]
  }
}
