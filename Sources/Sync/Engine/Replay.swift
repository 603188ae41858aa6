internal import Documents
internal import GitObjects
internal import Merge

/// The tip's own unpublished commits as one line that can be replayed on another commit, so that history stays a line
/// (review B2): oldest first, without Stet's merges.
///
/// An unpublished merge without conflicts records nothing but the two commits at a lost race; its content is on the
/// remote or in the line. A replayed commit has the author, the times, the message and therefore the `Stet-Change` of
/// the original, and its paths get the same content. Only the parents and the rest of the tree differ.
struct Replay {
  /// The result of a replay.
  struct Made {
    /// The last commit of the line.
    var commit: ObjectID
    /// That commit's tree.
    var tree: ObjectID
  }

  /// The greatest number of other references that are searched; beyond it the commits count as present elsewhere.
  private static let mostReferences = 64

  /// The commits that the remote lacks in any form.
  private let steps: [Unpublished.Step]
  /// The changes of the commits that were left out: the remote has each of them in another commit with the same
  /// `Stet-Change`, because another machine took it from an inbox.
  let shared: [TreeChange]
  /// The parent of the first commit.
  private let start: ObjectID?
  /// Whether the line has everything that the tip has: no merge was skipped, and no commit left out.
  private let isWhole: Bool

  /// The number of commits in the line.
  var count: Int { steps.count }

  /// Finds the line; nil if a commit must stay unchanged: the user's own git made it, it is signed, it is a merge that
  /// records more than its parents, another reference has it, or there are too many.
  ///
  /// Every machine may replay the commits in an inbox: their `Stet-Change` identifies them.
  ///
  /// - Parameter branch: the recorded branch; its reference follows the tip, so it does not count as another one.
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  init?(
    of tip: ObjectID, over remote: ObjectID, branch: String, remoteName: String, graph: CommitGraph,
    in store: any ObjectStore
  ) throws(ObjectStoreError) {
    guard let found = try Unpublished.find(of: tip, over: remote, graph: graph, in: store), found.isPlain else {
      return nil
    }
    var line: [(change: String, step: Unpublished.Step)] = []
    for step in found.steps {
      if step.commit.parents.count == 1, let change = step.message.change {
        line.append((change, step))
      } else if step.commit.parents.count < 2 || !step.message.saysOnlyThatItMerges {
        return nil
      }
    }
    // A reference that contains one of the commits also contains one of the first.
    let known = Set(found.steps.map(\.id))
    let roots = found.steps.filter { known.isDisjoint(with: $0.commit.parents) }.map(\.id)
    let own = ["refs/heads/\(branch)", "refs/remotes/\(remoteName)/\(branch)", "refs/remotes/\(remoteName)/HEAD"]
    if try Self.isElsewhere(roots, but: Set(own.map { NameKey($0) }), graph: graph, in: store) { return nil }
    let copies = try Self.copies(of: Set(line.map(\.change)), on: remote, besides: tip, graph: graph, in: store)
    var steps: [Unpublished.Step] = []
    var shared: [TreeChange] = []
    for (change, step) in line {
      if let copy = copies[change], copy.isSuperset(of: step.changes.map(PathVersion.init)) {
        shared += step.changes
      } else {
        steps.append(step)
      }
    }
    self.steps = steps
    self.shared = shared
    start = line.first?.step.commit.parents.first
    isWhole = steps.count == found.steps.count
  }

  /// Replays the line on a commit; returns nil if a path there differs from the version that one of the commits
  /// changed.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func made(
    on start: ObjectID, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Made? {
    let editor = TreeEditor(store: store)
    var made = Made(commit: start, tree: try graph.commit(start).tree)
    for step in steps {
      guard try Self.fit(step.changes, on: made.tree, with: editor) else { return nil }
      made.tree = try editor.apply(step.changes.map(TreeEdit.init), to: made.tree)
      if step.commit.parents == [made.commit] {
        made.commit = step.id
        continue
      }
      var copy = step.commit
      copy.parents = [made.commit]
      copy.tree = made.tree
      made.commit = try store.write(step.asMade(copy, in: store))
    }
    return made
  }

  /// Replays the line at its own beginning, without merges, so that a new merge is the only one. nil if that is the tip
  /// itself, or a commit needs one that was left out.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func straightened(graph: CommitGraph, in store: any ObjectStore) throws(ObjectStoreError) -> Made? {
    guard !isWhole, !steps.isEmpty, let start else { return nil }
    return try made(on: start, graph: graph, in: store)
  }

  /// Returns the changes of the remote's commits that have one of these change ids, by id.
  private static func copies(
    of changes: Set<String>, on remote: ObjectID, besides tip: ObjectID, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [String: Set<PathVersion>] {
    var found: [String: Set<PathVersion>] = [:]
    if changes.isEmpty { return found }
    for id in try graph.commits(from: remote, excluding: [tip]) {
      let commit = try graph.commit(id)
      guard commit.parents.count == 1, let change = try graph.message(of: id).change,
        changes.contains(change)
      else { continue }
      let before = try graph.commit(commit.parents[0]).tree
      found[change] = Set(try TreeDiff.changes(from: before, to: commit.tree, in: store).map(PathVersion.init))
    }
    return found
  }

  /// Returns whether a tree has at each path the version that the changes begin with, and no file in place of a folder.
  private static func fit(
    _ changes: [TreeChange], on tree: ObjectID, with editor: TreeEditor
  ) throws(ObjectStoreError) -> Bool {
    let gone = Set(changes.filter { $0.new == nil }.map { NameKey($0.path) })
    var folders: Set<NameKey> = []
    for change in changes {
      guard try editor.entry(at: change.path, of: tree) == change.old else { return false }
      guard change.new != nil else { continue }
      for end in change.path.utf8.indices where change.path.utf8[end] == UInt8(ascii: "/") {
        let folder = String(change.path[..<end])
        guard folders.insert(NameKey(folder)).inserted, !gone.contains(NameKey(folder)) else { continue }
        if let standing = try editor.entry(at: folder, of: tree), standing.mode != .tree { return false }
      }
    }
    return true
  }

  /// Returns whether another branch, a tag or another remote has one of the commits, so that it may have left the
  /// machine.
  private static func isElsewhere(
    _ commits: [ObjectID], but own: Set<NameKey>, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Bool {
    var places: Set<ObjectID> = []
    for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/"] {
      for (name, id) in try store.references(withPrefix: prefix) where !own.contains(NameKey(name)) {
        places.insert(id)
      }
    }
    guard places.count <= mostReferences else { return true }
    for place in places {
      for commit in commits {
        // A tag object, or a reference to no commit, may lead to anything.
        guard let isBelow = try? graph.isAncestor(commit, of: place) else { return true }
        if isBelow { return true }
      }
    }
    return false
  }
}

extension CommitMessage {
  /// Whether a merge has no conflicts, and settles, restores and undoes nothing.
  fileprivate var saysOnlyThatItMerges: Bool {
    author == .sync && change == nil && conflicts.isEmpty && resolves.isEmpty && restores == nil && undoes.isEmpty
  }
}

/// The originals of replayed commits: kept for 30 days, under one reference a day (review B2).
struct ReplayedCommits {
  private static let prefix = StetReference.replayed
  private static let day: Int64 = 86_400
  private static let days: Int64 = 30

  /// The store that has the references.
  let store: any ObjectStore

  /// Keeps a tip, and deletes the references that are older than 30 days.
  ///
  /// - Parameter time: seconds since 1970.
  /// - Throws: `ObjectStoreError`; the caller must not replace the tip then.
  func keep(_ tip: ObjectID, at time: Int64) throws(ObjectStoreError) {
    let today = time / Self.day
    let kept = try store.references(withPrefix: Self.prefix)
    let name = Self.prefix + String(today)
    let before = kept[name]
    let signature = Signature(
      name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
    let chain = Commit(
      tree: try store.commit(tip).tree, parents: [tip] + [before].compactMap { $0 }, author: signature,
      committer: signature, message: CommitMessage(subject: "Keep replayed commits", author: .sync).text)
    let id = try store.write(chain)
    // The recorder does not sync this commit: a reference to a commit emptied by a power cut would stop every exchange.
    try store.synchronize([id])
    try store.setReference(name, to: id, expecting: before)
    for (old, id) in kept {
      guard let date = Int64(old.dropFirst(Self.prefix.count)), date < today - Self.days else { continue }
      try store.setReference(old, to: nil, expecting: id)
    }
  }
}
