internal import Documents
internal import GitObjects

/// Who changed what on one side of a merge since the base: what the merge asks about paths that both sides changed.
final class SideHistory {
  /// A time that lies further behind the other side's last commit is a clock gone wrong, and does not decide (B9).
  private static let plausibleLead: Int64 = 30 * 86_400

  /// The side's last commit.
  let tip: ObjectID
  /// The commits that the other side has not, children before their parents.
  let commits: [(id: ObjectID, commit: Commit, message: CommitMessage)]
  /// Where contents are.
  let store: any ObjectStore
  /// Where commits are.
  let graph: CommitGraph
  /// What single commits did to texts, by both versions.
  var steps: [[ObjectID]: TextStep] = [:]
  /// How many bytes were compared for that.
  var stepBytes = 0
  private let latestPlausible: Int64
  private var trees: [ObjectID: Tree] = [:]

  /// Reads the side's commits that the other side does not have.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
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

  /// How many commits the side has that the other has not.
  var count: Int { commits.count }

  /// Renames that were seen as they happened, oldest first.
  var renames: [PathRename] { commits.reversed().flatMap(\.message.renamed) }

  /// Whether Stet recorded that a path went, and with it every rename that it saw; a commit of the user's git says
  /// nothing of renames.
  func watched(_ path: String) -> Bool {
    for (_, commit, message) in commits where changed(path, by: commit) && entry(path, in: commit.tree) == nil {
      return message.author != nil
    }
    return false
  }

  /// What the side's change of a path weighs: the highest rank among the commits that changed it, and when it last was.
  ///
  /// A merge is looked through: only what it has differently from all its parents is its own.
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

  /// Who made a file on this side, and when: the oldest commit that changed its path.
  func creation(_ path: String) -> Creation? {
    for (_, commit, message) in commits.reversed() where changed(path, by: commit) {
      let author = message.author ?? .user
      if author == .sync || entry(path, in: commit.tree) == nil { continue }
      return Creation(
        author: author, name: commit.author.name, seconds: commit.author.seconds, offset: commit.author.offset)
    }
    return nil
  }

  /// A commit's time where it may decide (review B9), else nil.
  func plausible(_ time: Int64) -> Int64? { time <= latestPlausible ? time : nil }

  private func changed(_ path: String, by commit: Commit) -> Bool {
    let now = entry(path, in: commit.tree)
    if commit.parents.isEmpty { return now != nil }
    return commit.parents.allSatisfy { parent in
      guard let tree = try? graph.commit(parent).tree else { return false }
      return entry(path, in: tree) != now
    }
  }

  /// What a tree has at a path.
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
