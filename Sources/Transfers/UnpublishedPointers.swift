package import GitObjects
package import LargeFiles
internal import Threads

/// The search for the pointers that unpublished commits introduce, on its own thread; each commit is searched once.
package actor UnpublishedPointers {
  /// The maximum number of unpublished commits that are searched, the newest first.
  static let mostCommits = 200_000
  /// The maximum number of files of one commit that are searched.
  private static let mostFiles = 1_000_000

  private let executor = SerialQueue(label: "stet.pointers", isBackground: true)
  private let makeStore: @Sendable () throws(ObjectStoreError) -> any ObjectStore
  private var opened: (store: any ObjectStore, graph: CommitGraph)?
  private var judged: [ObjectID: [PointedVersion]] = [:]

  /// Makes a search that has read no commit.
  package init(makeStore: @escaping @Sendable () throws(ObjectStoreError) -> any ObjectStore) {
    self.makeStore = makeStore
  }

  /// The executor of the actor: its own queue.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns the pointers that the tip's commits introduce and that the remote's commit does not reach.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  package func find(of tip: ObjectID, over remote: ObjectID?) throws(ObjectStoreError) -> [PointedVersion] {
    let (store, graph) = try open()
    let ids = try graph.commits(from: tip, excluding: [remote].compactMap(\.self), limit: Self.mostCommits)
    // Commits that were published since are not needed again.
    if judged.count > ids.count + 10_000 {
      let wanted = Set(ids)
      judged = judged.filter { wanted.contains($0.key) }
    }
    var found: [PointedVersion] = []
    for id in ids {
      if let known = judged[id] {
        found += known
        continue
      }
      let pointers = try Self.pointers(in: graph.commit(id), graph: graph, store: store)
      judged[id] = pointers
      found += pointers
    }
    return found
  }

  private func open() throws(ObjectStoreError) -> (store: any ObjectStore, graph: CommitGraph) {
    if let opened { return opened }
    let store = try makeStore()
    let made = (store, CommitGraph(store: store))
    opened = made
    return made
  }

  private static func pointers(
    in commit: Commit, graph: CommitGraph, store: any ObjectStore
  ) throws(ObjectStoreError) -> [PointedVersion] {
    var versions = Set(try brought(by: commit, since: commit.parents.first, graph, store))
    // A merge introduces only versions that none of its parents has.
    for parent in commit.parents.dropFirst() where !versions.isEmpty {
      versions.formIntersection(try brought(by: commit, since: parent, graph, store))
    }
    var found: [PointedVersion] = []
    for version in versions {
      guard let blob = version.blob, let bytes = try store.blob(blob, ofAtMost: Pointer.byteLimit - 1),
        let pointer = PointerReading(bytes).pointer, pointer.size > 0
      else { continue }
      found.append(PointedVersion(version: version, pointer: pointer))
    }
    return found
  }

  /// Returns the versions of files that a commit has and its parent lacks, ordered by path.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  static func brought(
    by commit: Commit, since parent: ObjectID?, _ graph: CommitGraph, _ store: any ObjectStore
  ) throws(ObjectStoreError) -> [PathVersion] {
    let before = try parent.map { (id) throws(ObjectStoreError) in try graph.commit(id).tree }
    let changes = try TreeDiff.changes(
      from: before, to: commit.tree, in: store, atMost: mostFiles, withRemovals: false)
    return changes.compactMap { change in
      guard let new = change.new, new.mode.isFile else { return nil }
      return PathVersion(change.path, new.id)
    }
  }
}

/// A version of a path whose blob is a pointer.
package struct PointedVersion: Hashable, Sendable {
  /// The path and the pointer's blob.
  package var version: PathVersion
  /// The object that the pointer names.
  package var pointer: Pointer

  /// Makes a version with the pointer that it holds.
  package init(version: PathVersion, pointer: Pointer) {
    self.version = version
    self.pointer = pointer
  }
}
