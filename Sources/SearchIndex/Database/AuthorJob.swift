internal import Documents
internal import GRDB
internal import GitObjects
internal import Merge
internal import Values

/// The search of history for the first and last author of each file, from the known part of it to the tip.
///
/// A file's first author is that of the earliest commit that changed its path, the last author that of the latest, by
/// the time of the change; merges bring no changes of their own. The order in which commits are read therefore does not
/// matter, and neither does reading one twice.
struct AuthorJob {
  /// The commit up to which history is read.
  let tip: ObjectID
  /// The commits, oldest first.
  private let commits: [ObjectID]
  /// Whether commits that were counted are not in the history any more: all is counted again.
  private let startsAgain: Bool
  private var next = 0

  /// Whether all commits are read.
  var isDone: Bool { next == commits.count }

  /// Lists the commits that are not known. Without a known commit these are all that can be read: a lost one must not
  /// stop the search for ever.
  ///
  /// - Throws: `ObjectStoreError` if the tip cannot be read, the store fails, or a commit since the known one cannot be
  ///   read.
  init(from known: ObjectID?, to tip: ObjectID, in graph: CommitGraph) throws(ObjectStoreError) {
    self.tip = tip
    guard let known else {
      commits = try graph.readableCommits(from: tip).reversed()
      startsAgain = true
      return
    }
    let fresh = try graph.commits(from: tip, excluding: [known])
    // A replay keeps author, time and change of a commit: it is the same one in another place.
    let left = try graph.commits(from: known, excluding: [tip])
    var changes: Set<String> = []
    if !left.isEmpty { for id in fresh { if let change = try graph.message(of: id).change { changes.insert(change) } } }
    var isReplay = true
    for id in left {
      guard let change = try graph.message(of: id).change, changes.contains(change) else {
        isReplay = false
        break
      }
    }
    startsAgain = !isReplay
    commits = isReplay ? fresh.reversed() : try graph.readableCommits(from: tip).reversed()
  }

  /// Removes all that is known of authors.
  static func forget(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM authorship")
    try IndexDatabase.set(.history, nil, database)
  }

  /// Reads commits as long as there is time.
  mutating func run(
    in database: Database, store: any ObjectStore, graph: CommitGraph, while mayGoOn: () -> Bool
  ) throws {
    if startsAgain, next == 0 { try Self.forget(database) }
    while next < commits.count {
      try take(commits[next], in: database, store: store, graph: graph)
      next += 1
      if !mayGoOn() { break }
    }
    if isDone { try IndexDatabase.set(.history, tip.hex, database) }
  }

  private func take(
    _ id: ObjectID, in database: Database, store: any ObjectStore, graph: CommitGraph
  ) throws {
    let commit: Commit
    let author: Author
    let changes: [TreeChange]
    do throws(ObjectStoreError) {
      commit = try graph.commit(id)
      guard commit.parents.count < 2 else { return }
      author = try graph.author(of: id)
      let before = try commit.parents.first.map { parent throws(ObjectStoreError) in try graph.commit(parent).tree }
      changes = try TreeDiff.changes(from: before, to: commit.tree, in: store)
    } catch {
      // A commit whose content is lost says nothing about authors.
      return
    }
    let record = AuthorRecord(author, personName: commit.author.name)
    let seconds = commit.author.seconds
    let time = ISOTime.text(seconds, offset: commit.author.offset)
    let statement = try database.cachedStatement(sql: Self.sql)
    for change in changes {
      try statement.execute(arguments: [change.path, record.kind, record.name, record.session, seconds, time])
    }
  }

  private static let sql = """
    INSERT INTO authorship (
      path, madeKind, madeName, madeSession, madeAt, madeBy,
      changedKind, changedName, changedSession, changedAt, changedBy)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (path) DO UPDATE SET
      madeKind = iif(?5 < madeAt, ?2, madeKind), madeName = iif(?5 < madeAt, ?3, madeName),
      madeSession = iif(?5 < madeAt, ?4, madeSession), madeBy = iif(?5 < madeAt, ?6, madeBy),
      madeAt = min(?5, madeAt),
      changedKind = iif(?5 >= changedAt, ?2, changedKind), changedName = iif(?5 >= changedAt, ?3, changedName),
      changedSession = iif(?5 >= changedAt, ?4, changedSession), changedBy = iif(?5 >= changedAt, ?6, changedBy),
      changedAt = max(?5, changedAt)
    """
}
