internal import Documents
internal import GitObjects

/// The history of one side of a merge since the base: the authors and times of changes of paths that both sides
/// changed.
final class SideHistory {
  /// The greatest plausible lead over the other side's last commit, in seconds; a later time is from a wrong clock and
  /// does not decide (B9).
  private static let plausibleLead: Int64 = 30 * 86_400

  /// The side's last commit.
  let tip: ObjectID
  /// The commits that the other side lacks, children before their parents.
  let commits: [(id: ObjectID, commit: Commit, message: CommitMessage)]
  /// The store of the contents.
  let store: any ObjectStore
  /// The graph of the commits.
  let graph: CommitGraph
  /// The changes of texts by single commits, by both versions.
  var steps: [[ObjectID]: TextStep] = [:]
  /// The number of bytes that were compared for `steps`.
  var stepBytes = 0
  private let latestPlausible: Int64
  private var trees: [ObjectID: Tree] = [:]

  /// Reads the side's commits that the other side lacks.
  ///
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
  init(
    of tip: ObjectID, against other: ObjectID, graph: CommitGraph, store: any ObjectStore
  ) throws(ObjectStoreError) {
    self.tip = tip
    self.store = store
    self.graph = graph
    latestPlausible = try graph.commit(other).committer.seconds + Self.plausibleLead
    var commits: [(id: ObjectID, commit: Commit, message: CommitMessage)] = []
    for id in try graph.commits(from: tip, excluding: [other]) {
      let commit = try graph.commit(id)
      commits.append((id, commit, CommitMessage(parsing: commit.message)))
    }
    self.commits = commits
  }

  /// The number of commits that the other side lacks.
  var count: Int { commits.count }

  /// Renames that were recorded as they happened, oldest first.
  var renames: [PathRename] { commits.reversed().flatMap(\.message.renamed) }

  /// Returns whether Stet recorded the deletion of a path, and therefore every rename; a commit of the user's git
  /// records no renames.
  func watched(_ path: String) -> Bool {
    for (_, commit, message) in commits where changed(path, by: commit) && entry(path, in: commit.tree) == nil {
      return message.author != nil
    }
    return false
  }

  /// Returns the weight of the side's changes of a path: the highest rank among the commits that changed it, and the
  /// time of the last one.
  ///
  /// A merge counts only for content that differs from all its parents.
  func standing(_ path: String) -> Standing {
    var rank = Rank.agent
    var time: Int64?
    for (_, commit, message) in commits where changed(path, by: commit) {
      let author = message.author ?? .user
      if author == .sync { continue }
      rank = max(rank, Rank(author))
      time = max(time ?? .min, commit.author.seconds)
    }
    return Standing(rank: rank, time: time.flatMap(plausible))
  }

  /// Returns the creator of a file on this side and the time, from the oldest commit that changed its path.
  func creation(_ path: String) -> Creation? {
    for (_, commit, message) in commits.reversed() where changed(path, by: commit) {
      let author = message.author ?? .user
      if author == .sync || entry(path, in: commit.tree) == nil { continue }
      return Creation(
        author: author, name: commit.author.name, seconds: commit.author.seconds, offset: commit.author.offset)
    }
    return nil
  }

  /// Returns a commit's time if it is plausible (review B9), else nil.
  func plausible(_ time: Int64) -> Int64? { time <= latestPlausible ? time : nil }

  private func changed(_ path: String, by commit: Commit) -> Bool {
    let now = entry(path, in: commit.tree)
    if commit.parents.isEmpty { return now != nil }
    return commit.parents.allSatisfy { parent in
      guard let tree = try? graph.commit(parent).tree else { return false }
      return entry(path, in: tree) != now
    }
  }

  /// Returns the entry of a tree at a path.
  func entry(_ path: String, in root: ObjectID) -> TreeEntry? {
    var id = root
    let parts = path.split(separator: "/")
    for (position, part) in parts.enumerated() {
      guard let found = tree(id)?[String(part)] else { return nil }
      if position == parts.count - 1 { return found }
      guard found.mode == .tree else { return nil }
      id = found.id
    }
    return nil
  }

  private func tree(_ id: ObjectID) -> Tree? {
    if let tree = trees[id] { return tree }
    if trees.count > 4_096 { trees.removeAll() }
    trees[id] = try? store.tree(id)
    return trees[id]
  }
}
