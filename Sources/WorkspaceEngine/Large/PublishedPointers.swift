internal import GitObjects
internal import History
internal import LargeFiles

/// Finds which published commits name contents: what the remote denies of those is to be sent again, and nothing else.
struct PublishedPointers {
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
    for id in try graph.commits(from: commit, excluding: [], limit: UnpublishedPointers.mostCommits) {
      let commit = try graph.commit(id)
      for version in try UnpublishedPointers.brought(by: commit, since: commit.parents.first, graph, store) {
        guard let blob = version.blob, let pointer = wanted.removeValue(forKey: blob) else { continue }
        found.append(PointedVersion(version: version, pointer: pointer))
      }
      if wanted.isEmpty { break }
    }
    return found
  }
}
