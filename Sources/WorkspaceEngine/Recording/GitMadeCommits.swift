internal import FileSystem
internal import GitObjects
internal import Synchronization

/// Commits that the person's git made although their messages say that Stet did: amended or picked from one of Stet's,
/// or with a trailer by hand. What Stet records is judged when it is recorded; these were not.
///
/// Kept in `.git/stet/git-made`, one id a line, since they may be published only after the next start. Where they are too
/// many to be known one by one, a line says so: then every unpublished commit is taken for one.
final class GitMadeCommits: Sendable {
  private static let location = FileLocation.store("git-made")
  /// So many are known, the newest.
  private static let most = 2_000

  private let tree: any FileTree
  private static let manyMark = "*"

  private struct State {
    var ids: [ObjectID] = []
    var areMany = false
  }

  private let state: Mutex<State>

  /// Reads them; none where they cannot be read.
  init(tree: any FileTree) {
    self.tree = tree
    let text = (try? tree.read(Self.location, limit: 1 << 20)).map { String(decoding: $0.bytes, as: UTF8.self) }
    let lines = (text ?? "").split(separator: "\n")
    state = Mutex(
      State(ids: lines.compactMap { ObjectID(hex: String($0)) }, areMany: lines.contains { $0 == Self.manyMark }))
  }

  /// Whether git made a commit, or may have.
  func contains(_ id: ObjectID) -> Bool { state.withLock { $0.areMany || $0.ids.contains(id) } }

  /// Notes that nothing of git's is unpublished: from here on they are known one by one again.
  ///
  /// - Throws: `FileError` where that cannot be kept.
  func forgetMany() throws(FileError) {
    let fresh = state.withLock { state -> State? in
      guard state.areMany else { return nil }
      state.areMany = false
      return state
    }
    if let fresh { try keep(fresh) }
  }

  /// Notes commits of git's, and that there may be more.
  ///
  /// - Throws: `FileError` where that cannot be kept; it is known until the stop all the same.
  func note(_ fresh: [ObjectID], andMore: Bool) throws(FileError) {
    let all = state.withLock { state in
      let ids = state.ids.filter { !fresh.contains($0) } + fresh
      state.areMany = state.areMany || andMore || ids.count > Self.most
      state.ids = Array(ids.suffix(Self.most))
      return state
    }
    if !fresh.isEmpty || andMore { try keep(all) }
  }

  private func keep(_ state: State) throws(FileError) {
    let new = FileLocation.store("git-made.new")
    let lines = state.ids.map(\.hex) + (state.areMany ? [Self.manyMark] : [])
    try tree.remove(new)
    try tree.create(new, bytes: Array(lines.map { $0 + "\n" }.joined().utf8), permissions: 0o600, durable: true)
    try tree.replace(Self.location, with: new)
  }
}
