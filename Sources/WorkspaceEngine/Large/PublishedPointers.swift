internal import GitObjects
internal import History
internal import LargeFiles

/// Finds which published commits name contents: what the remote denies of those is to be sent again, and nothing else.
struct PublishedPointers {
  /// How many commits are looked through at the most, the newest.
  private static let mostCommits = 200_000
  /// How many files of one commit are looked through at the most.
  private static let mostFiles = 1_000_000

  private let store: any ObjectStore

  /// Looks nothing through yet.
  init(store: any ObjectStore) { self.store = store }

  /// A version of each content that a commit or one behind it names; those are left out that none names. Blocks.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read.
  func find(_ pointers: [Pointer], in commit: ObjectID) throws(ObjectStoreError) -> [PointedVersion] {
    var wanted: [ObjectID: Pointer] = [:]
    for pointer in pointers {
      let blob = store.id(of: .blob, pointer.bytes)
      // What no commit can name is not looked for: it would cost all of the history.
      if store.contains(blob) { wanted[blob] = pointer }
    }
    var found: [PointedVersion] = []
    guard !wanted.isEmpty else { return found }
    let graph = CommitGraph(store: store)
    for id in try graph.commits(from: commit, excluding: [], limit: Self.mostCommits) {
      let commit = try graph.commit(id)
      let before = try commit.parents.first.map { (id) throws(ObjectStoreError) in try graph.commit(id).tree }
      let changes = try TreeDiff.changes(
        from: before, to: commit.tree, in: store, atMost: Self.mostFiles, withRemovals: false)
      for change in changes {
        guard let new = change.new, new.mode.isFile, let pointer = wanted.removeValue(forKey: new.id) else { continue }
        found.append(PointedVersion(version: PathVersion(change.path, new.id), pointer: pointer))
      }
      if wanted.isEmpty { break }
    }
    return found
  }
}
