internal import Documents
internal import GitObjects
internal import Merge

/// The commits that the tip has beyond the remote, with the versions that each adds.
struct Unpublished {
  /// One commit.
  struct Step {
    /// The id of the commit.
    var id: ObjectID
    var commit: Commit
    var maker: CommitMaker
    /// The message; that of another program's commit is text.
    var message: CommitMessage
    /// The changes of the commit; for a merge only versions that none of its parents has.
    var changes: [TreeChange]

    /// The author of the change: of a commit that git made the person, or `unsure` during an agent's command.
    var author: Author {
      if case .other(let session?) = maker { return .unsure(during: session) }
      return message.author ?? .user
    }

    /// Returns a copy of the commit as it is stored: it says as much of its maker.
    ///
    /// A commit that git made during an agent's command is known by its id. The copy has another id, so its trailers say
    /// it.
    func asMade(_ copy: Commit, in store: any ObjectStore) -> Commit {
      switch maker {
      case .stet: return store.sealed(copy)
      case .other(nil): return copy
      case .other:
        var copy = copy
        copy.message = CommitMessage(subject: message.subject, body: message.body, author: author).text
        return store.sealed(copy)
      }
    }
  }

  /// The greatest number of commits that are searched for refused content.
  static let limit = 1_000

  /// The commits, parents before children.
  var steps: [Step]

  /// Reads the commits; nil if there are too many.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  static func find(
    of tip: ObjectID, over remote: ObjectID?, graph: CommitGraph, in store: any ObjectStore, limit: Int = limit
  ) throws(ObjectStoreError) -> Unpublished? {
    let ids = try graph.commits(from: tip, excluding: [remote].compactMap(\.self), limit: limit + 1)
    guard ids.count <= limit else { return nil }
    var steps: [Step] = []
    for id in ids.reversed() {
      let commit = try graph.commit(id)
      var changes = try Self.changes(of: commit, from: commit.parents.first, graph: graph, in: store)
      for parent in commit.parents.dropFirst() {
        let others = Set(try Self.changes(of: commit, from: parent, graph: graph, in: store).map(PathVersion.init))
        changes.removeAll { !others.contains(PathVersion($0)) }
      }
      steps.append(
        Step(
          id: id, commit: commit, maker: try graph.maker(of: id), message: try graph.message(of: id), changes: changes))
    }
    return Unpublished(steps: steps)
  }

  private static func changes(
    of commit: Commit, from parent: ObjectID?, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [TreeChange] {
    let before = try parent.map { (id) throws(ObjectStoreError) in try graph.commit(id).tree }
    return try TreeDiff.changes(from: before, to: commit.tree, in: store)
  }

  /// All changed paths.
  var paths: Set<NameKey> { Set(steps.flatMap { $0.changes.map { NameKey($0.path) } }) }

  /// Returns the added versions of a path, oldest first.
  func versions(of path: String) -> [PathVersion] {
    let key = NameKey(path)
    return steps.flatMap(\.changes).filter { NameKey($0.path) == key }.map(PathVersion.init)
  }

  /// Whether the commits have no signatures, so that a part of them can be replayed.
  var isPlain: Bool { steps.allSatisfy { $0.commit.otherHeaders.isEmpty } }
}

extension PathVersion {
  /// Makes the version that a change adds.
  init(_ change: TreeChange) { self.init(change.path, change.new?.id) }
}
