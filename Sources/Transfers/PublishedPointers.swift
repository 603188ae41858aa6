package import GitObjects
package import LargeFiles

/// The search for published commits that name given contents: of the objects that the remote denies, only those are
/// uploaded again.
package struct PublishedPointers {
  private let store: any ObjectStore

  /// Makes a search over a store.
  package init(store: any ObjectStore) { self.store = store }

  /// Returns one version for each content that the commit or one of its ancestors names; a content that none names is
  /// left out. Blocks.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  package func find(_ pointers: [Pointer], in commit: ObjectID) throws(ObjectStoreError) -> [PointedVersion] {
    var wanted: [ObjectID: Pointer] = [:]
    for pointer in pointers {
      let blob = store.id(of: .blob, pointer.bytes)
      // A content whose pointer is not in the store is in no commit; searching for it would read the whole history.
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
