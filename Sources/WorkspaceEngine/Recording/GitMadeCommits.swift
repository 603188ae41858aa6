internal import FileSystem
internal import GitObjects
internal import Synchronization

/// Commits that the person's git made although their messages say that Stet did: amended or picked from one of Stet's,
/// or with a trailer by hand. What Stet records is judged when it is recorded; these were not.
///
/// Kept in `.git/stet/git-made`, one id a line, since they may be published only after the next start.
final class GitMadeCommits: Sendable {
  private static let location = FileLocation.store("git-made")
  /// So many are known, the newest.
  private static let most = 2_000

  private let tree: any FileTree
  private let ids: Mutex<[ObjectID]>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    self.tree = tree
    let text = (try? tree.read(Self.location, limit: 1 << 20)).map { String(decoding: $0.bytes, as: UTF8.self) }
    ids = Mutex((text ?? "").split(separator: "\n").compactMap { ObjectID(hex: String($0)) })
  }

  /// Whether git made a commit.
  func contains(_ id: ObjectID) -> Bool { ids.withLock { $0.contains(id) } }

  /// Notes commits of git's.
  ///
  /// - Throws: `FileError` where that cannot be kept; it is known until the stop all the same.
  func note(_ fresh: [ObjectID]) throws(FileError) {
    let all = ids.withLock { ids in
      ids = ids.filter { !fresh.contains($0) } + fresh
      ids = Array(ids.suffix(Self.most))
      return ids
    }
    guard !fresh.isEmpty else { return }
    let new = FileLocation.store("git-made.new")
    try tree.remove(new)
    try tree.create(new, bytes: Array(all.map { $0.hex + "\n" }.joined().utf8), permissions: 0o600, durable: true)
    try tree.replace(Self.location, with: new)
  }
}
