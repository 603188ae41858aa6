internal import GitObjects

/// The repository as the exchange uses it: a handle of its own, the notes about the remote, and the commits made for an
/// adoption or a push.
///
/// It belongs to the engine's thread.
final class SyncRepository {
  /// The remote's name in git's configuration.
  let remoteName: String
  /// The name of this machine's inbox: one that no other machine has.
  let machine: String
  private let makeStore: () throws(ObjectStoreError) -> any ObjectStore
  private var opened: (store: any ObjectStore, graph: CommitGraph)?
  /// Removes names that no folder can hold from the remote's trees.
  var cleaning = TreeCleaning()
  /// The commits that are adopted instead of the remote's, by the remote's.
  var cleanedCommits: [ObjectID: ObjectID] = [:]
  /// Inbox commits that the tip has in replayed form, or that were removed from it, so that each is checked only once.
  var takenInboxes: Set<ObjectID> = []

  /// Makes a repository that is opened when it is first needed.
  init(
    remoteName: String, machine: String, makeStore: @escaping () throws(ObjectStoreError) -> any ObjectStore
  ) {
    self.remoteName = remoteName
    self.machine = machine
    self.makeStore = makeStore
  }

  /// Returns the handle.
  ///
  /// - Throws: `ObjectStoreError` if the repository cannot be opened.
  func open() throws(ObjectStoreError) -> (store: any ObjectStore, graph: CommitGraph) {
    if let opened { return opened }
    let store = try makeStore()
    let made = (store, CommitGraph(store: store))
    opened = made
    return made
  }

  /// Returns the next step for a tip.
  ///
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
  func plan(_ tip: ObjectID?, _ remote: KnownRemote) throws(ObjectStoreError) -> SyncPlan {
    var relation = Relation.same
    var keepsSeen = true
    if let tip, let commit = remote.commit, tip != commit {
      let graph = try open().graph
      relation = try Relation.find(tip: tip, remote: commit, in: graph)
      if let seen = remote.seen { keepsSeen = try graph.isAncestor(seen, of: commit) }
    }
    return SyncPlan.decide(
      tip: tip, remote: remote.commit, seen: remote.seen, keepsSeen: keepsSeen, relation: relation)
  }

  /// Returns the number of commits that the remote is not known to have, at most 1,000; 0 if they cannot be read.
  func ahead(_ tip: ObjectID?, of remote: KnownRemote) -> Int {
    guard let tip, tip != remote.commit, let opened = try? open() else { return 0 }
    let known = [remote.latest].compactMap(\.self)
    return (try? opened.graph.commits(from: tip, excluding: known, limit: 1_000).count) ?? 0
  }

  /// Returns the number of files that a publication of the tip would change on the remote.
  ///
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read.
  func changes(from remote: ObjectID?, to tip: ObjectID) throws(ObjectStoreError) -> Int {
    let (store, graph) = try open()
    let after = try graph.commit(tip).tree
    guard let remote else { return try TreeLoss.count(after, in: store) }
    return try TreeDiff.changes(from: graph.commit(remote).tree, to: after, in: store).count
  }

  /// Returns the files that are lost from one commit to another.
  ///
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read.
  func loss(from old: ObjectID, to new: ObjectID) throws(ObjectStoreError) -> TreeLoss {
    let (store, graph) = try open()
    return try TreeLoss.find(from: graph.commit(old).tree, to: graph.commit(new).tree, in: store)
  }
}
