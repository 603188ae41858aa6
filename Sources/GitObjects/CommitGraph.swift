/// Questions about the order of commits, answered by reading only what is needed.
///
/// Walks go back in the order of the commits' times. A clock that was wrong makes them read more, never answer wrong,
/// except where the verb says so. Belongs to the isolation domain of its store.
package final class CommitGraph {
  private let store: any ObjectStore
  private var commits: RecentCache<ObjectID, Commit>
  private var known: RecentCache<ObjectID, CommitLinks>

  /// Makes a graph over a store that keeps at most `capacity` whole commits, and 32 times as many parent links.
  package init(store: any ObjectStore, capacity: Int = 512) {
    self.store = store
    commits = RecentCache(limit: capacity)
    known = RecentCache(limit: capacity * 32)
  }

  /// A commit, from memory where it was asked for lately.
  ///
  /// - Throws: `ObjectStoreError` where it is missing, damaged or not a commit.
  package func commit(_ id: ObjectID) throws(ObjectStoreError) -> Commit {
    if let commit = commits.value(for: id) { return commit }
    let commit = try store.commit(id)
    note(commit, as: id)
    return commit
  }

  /// Takes note of a commit that was just stored, so that it is not read back.
  package func note(_ commit: Commit, as id: ObjectID) {
    commits.put(commit, for: id)
    known.put(CommitLinks(parents: commit.parents, seconds: commit.committer.seconds), for: id)
  }

  /// A commit's parents and time.
  ///
  /// - Throws: `ObjectStoreError` where it is missing, damaged or not a commit.
  func links(_ id: ObjectID) throws(ObjectStoreError) -> CommitLinks {
    if let links = known.value(for: id) { return links }
    let object = try store.read(id)
    guard object.kind == .commit, let links = try? CommitLinks(content: object.content) else {
      throw .damaged(id, "not a commit")
    }
    known.put(links, for: id)
    return links
  }

  /// What a commit has beyond an ancestor of it, newest first, where that is one line without a merge; nil where it is
  /// not, or is longer than `limit`.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
  package func line(
    from start: ObjectID, to stop: ObjectID, limit: Int
  ) throws(ObjectStoreError) -> [ObjectID]? {
    var line: [ObjectID] = []
    var id = start
    while id != stop {
      let parents = try links(id).parents
      guard parents.count == 1, line.count < limit else { return nil }
      line.append(id)
      id = parents[0]
    }
    return line
  }

  /// The first-parent line from a commit backwards, the commit itself first, `stop` and what is behind it left out.
  ///
  /// - Parameter limit: how many commits at most.
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
  package func firstParents(
    of start: ObjectID, until stop: ObjectID? = nil, limit: Int = .max
  ) throws(ObjectStoreError) -> [ObjectID] {
    var line: [ObjectID] = []
    var next: ObjectID? = start
    while let id = next, id != stop, line.count < limit {
      line.append(id)
      next = try links(id).parents.first
    }
    return line
  }
}
