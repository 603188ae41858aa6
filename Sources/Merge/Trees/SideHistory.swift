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
  /// The root trees of these commits and of their parents, so that no commit is read again for each file.
  private let roots: [ObjectID: ObjectID]
  /// The weights of the paths that were asked for.
  private var weights: [NameKey: Precedence] = [:]
  /// The changes of texts by single commits, by both versions.
  private var steps: [[ObjectID]: TextStep] = [:]
  /// The number of bytes that were compared for `steps`.
  private var stepBytes = 0
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
    latestPlausible = try graph.commit(other).committer.seconds + Self.plausibleLead
    var commits: [(id: ObjectID, commit: Commit, message: CommitMessage)] = []
    for id in try graph.commits(from: tip, excluding: [other]) {
      let commit = try graph.commit(id)
      // Not what only this machine knows of it: two machines make the same merge.
      let isStets = try graph.isStets(id)
      let message = isStets ? CommitMessage(parsing: commit.message) : CommitMessage(foreign: commit.message)
      commits.append((id, commit, message))
    }
    self.commits = commits
    var roots = Dictionary(commits.map { ($0.id, $0.commit.tree) }, uniquingKeysWith: { first, _ in first })
    for parent in commits.flatMap(\.commit.parents) where roots[parent] == nil {
      roots[parent] = try? graph.commit(parent).tree
    }
    self.roots = roots
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
  func precedence(_ path: String) -> Precedence {
    if let known = weights[NameKey(path)] { return known }
    var rank = Rank.agent
    var time: Int64?
    for (_, commit, message) in commits where changed(path, by: commit) {
      let author = message.author ?? .user
      if author == .sync { continue }
      rank = max(rank, Rank(author))
      time = max(time ?? .min, commit.author.seconds)
    }
    let weight = Precedence(rank: rank, time: time.flatMap(plausible))
    weights[NameKey(path)] = weight
    return weight
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
      guard let tree = roots[parent] else { return false }
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

  /// A place in one commit's version of a file.
  struct Trace {
    /// The file's path in that commit.
    var path: String
    /// The bytes of the place.
    var place: Range<Int>
  }

  /// The greatest number of steps between versions, and of their bytes, that one history compares.
  private static let limits = (steps: 300, bytes: 96 << 20)

  /// Returns the weight of the side's changes of a place in a file: the highest rank among the commits that inserted or
  /// deleted in it, and the time of the last one (review B4). nil if the file is missing or has too much history; then
  /// the weight of the path counts.
  ///
  /// The place is followed through a merge into each parent. A merge by a person's own git counts as that person's
  /// change only if it differs from every parent.
  ///
  /// - Parameter place: bytes of the side's version.
  func precedence(_ path: String, at place: Range<Int>) -> Precedence? {
    var pending: [ObjectID: Trace] = [tip: Trace(path: path, place: place)]
    var found: Precedence?
    for (id, commit, message) in commits {
      guard let trace = pending.removeValue(forKey: id) else {
        if pending.isEmpty { break }
        continue
      }
      guard let now = file(trace.path, in: commit.tree) else { return nil }
      let before = message.renamed.last { $0.to.hasSameBytes(as: trace.path) }?.from ?? trace.path
      var isOwn = true
      for parent in commit.parents {
        guard let old = roots[parent] else { return nil }
        let source = file(trace.path, in: old) != nil ? trace.path : before
        guard let then = file(source, in: old) else { continue }
        guard let step = step(from: then, to: now, path: trace.path) else { return nil }
        let back = step.back(trace.place)
        isOwn = isOwn && back.isTouched
        var next = Trace(path: source, place: back.place)
        if let known = pending[parent] { next.place = known.place.spanning(back.place) }
        pending[parent] = next
      }
      let author = message.author ?? .user
      guard isOwn, author != .sync else { continue }
      let own = Precedence(rank: Rank(author), time: plausible(commit.author.seconds))
      found = found.map { $0.strongest(own) } ?? own
    }
    return found
  }

  private func step(from old: ObjectID, to new: ObjectID, path: String) -> TextStep? {
    let key = [old, new]
    if let step = steps[key] { return step }
    let left = Self.limits.bytes - stepBytes
    guard steps.count < Self.limits.steps, let before = try? store.blob(old, ofAtMost: left),
      let after = try? store.blob(new, ofAtMost: left - before.count), TextMerge.isText(before),
      TextMerge.isText(after)
    else { return nil }
    stepBytes += before.count + after.count
    let step = TextStep(from: before, to: after, form: DocumentForm(path: path))
    steps[key] = step
    return step
  }

  private func file(_ path: String, in root: ObjectID) -> ObjectID? {
    guard let entry = entry(path, in: root), entry.mode.isFile else { return nil }
    return entry.id
  }
}
