/// Queries about the order of commits, which read only the necessary commits.
///
/// Walks go back in the order of the commits' times. A wrong clock makes them read more but does not change the answer,
/// except where the function says so. Belongs to the isolation domain of its store.
package final class CommitGraph {
  /// The store of the commits.
  let store: any ObjectStore
  private var commits: RecentCache<ObjectID, Commit>
  private var known: RecentCache<ObjectID, CommitLinks>
  /// The largest number of cached seals.
  let sealLimit: Int
  /// Of the commits that were asked for lately, whether Stet made them.
  var seals: RecentCache<ObjectID, Bool>
  /// The commits from before seals.
  var unsealed = UnsealedHistory()
  /// Whether commits without a seal are believed: as long as it is not known which of them are from before seals.
  package var believesUnsealed = false { didSet { seals = RecentCache(limit: sealLimit) } }
  /// Returns the maker of a commit if it is known from elsewhere than the commit; nil otherwise.
  package var knownMaker: (ObjectID) -> CommitMaker? = { _ in nil }

  /// Creates a graph over a store; it caches at most `capacity` whole commits and 32 times as many parent links.
  package init(store: any ObjectStore, capacity: Int = 512) {
    self.store = store
    commits = RecentCache(limit: capacity)
    known = RecentCache(limit: capacity * 32)
    sealLimit = capacity * 32
    seals = RecentCache(limit: sealLimit)
  }

  /// Returns a commit, from the cache if it was read recently.
  ///
  /// - Throws: `ObjectStoreError` if it is missing, damaged or not a commit.
  package func commit(_ id: ObjectID) throws(ObjectStoreError) -> Commit {
    if let commit = commits.value(for: id) { return commit }
    let commit = try store.commit(id)
    note(commit, as: id)
    return commit
  }

  /// Adds a commit that was just stored to the cache, so that it is not read back.
  package func note(_ commit: Commit, as id: ObjectID) {
    commits.put(commit, for: id)
    known.put(CommitLinks(parents: commit.parents, seconds: commit.committer.seconds), for: id)
  }

  /// Returns a commit's parents and time.
  ///
  /// - Throws: `ObjectStoreError` if it is missing, damaged or not a commit.
  func links(_ id: ObjectID) throws(ObjectStoreError) -> CommitLinks {
    if let links = known.value(for: id) { return links }
    let object = try store.read(id)
    guard object.kind == .commit, let links = try? CommitLinks(content: object.content) else {
      throw .damaged(id, "not a commit")
    }
    known.put(links, for: id)
    return links
  }

  /// Returns the commits between a commit and its ancestor, newest first, if they are one line without a merge; nil if
  /// they are not, or are more than `limit`.
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

  /// Returns the first-parent line of a commit backwards, starting with itself, without `stop` and its ancestors.
  ///
  /// - Parameter limit: the maximum number of commits.
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

/// The part of a commit that a walk of history needs: its parents and its time.
struct CommitLinks {
  /// The parent commits.
  var parents: [ObjectID]
  /// The committer's seconds since 1970; zero if they cannot be read.
  var seconds: Int64

  /// Creates links from known values.
  init(parents: [ObjectID], seconds: Int64) {
    self.parents = parents
    self.seconds = seconds
  }

  /// Parses a commit's content.
  ///
  /// - Throws: `ObjectFormatError.commit` if a parent is not an id.
  init(content: [UInt8]) throws(ObjectFormatError) {
    parents = []
    seconds = 0
    var rest = content[...]
    while let first = rest.first, first != UInt8(ascii: "\n") {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      rest = end == rest.endIndex ? [] : rest[(end + 1)...]
      if line.starts(with: "parent ".utf8) {
        guard let id = ObjectID(hex: String(decoding: line.dropFirst(7), as: UTF8.self)) else { throw .commit }
        parents.append(id)
      } else if line.starts(with: "committer ".utf8) {
        let behind = line[(line.lastIndex(of: UInt8(ascii: ">")) ?? line.startIndex)...]
        let digits = behind.drop { !($0 >= 0x30 && $0 <= 0x39) && $0 != UInt8(ascii: "-") }
        seconds = Int64(String(decoding: digits.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)) ?? 0
        return
      }
    }
  }
}
