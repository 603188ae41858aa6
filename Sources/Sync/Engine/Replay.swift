internal import Documents
internal import GitObjects

/// The tip's own unpublished commits as one line that can be made again elsewhere, so that history stays a line (review
/// B2): oldest first, Stet's merges looked through.
///
/// A merge that nobody has and that left nothing undecided says nothing but where both sides stood when a race was lost.
/// What it brought together is on the remote or in the line. A commit that is made again has the author, the times, the
/// message and with it the `Stet-Change` of the one it stands for, and its paths get the same content. Only parents and
/// the rest of the tree differ.
struct Replay {
  /// What the line came to somewhere.
  struct Made {
    /// Its last commit.
    var commit: ObjectID
    /// That commit's tree.
    var tree: ObjectID
  }

  /// With more other references than this the question who else has the commits is answered with "somebody".
  private static let mostReferences = 64

  /// The commits that the remote has not, in whatever form.
  private let steps: [Unpublished.Step]
  /// What the others changed: the remote has each of them again in a commit with the same `Stet-Change`, because
  /// somebody brought it there from an inbox.
  let shared: [TreeChange]
  /// Where the line began.
  private let start: ObjectID?
  /// Whether it has all that the tip has: no merge was looked through, and no commit left out.
  private let isWhole: Bool

  /// How many commits the line has.
  var count: Int { steps.count }

  /// Finds the line; nil where a commit must stay what it is: the user's own git made it, it is signed, it is a merge
  /// that says more than its parents, somebody else has it, or there are too many.
  ///
  /// What stands in an inbox may be made again by everybody: its `Stet-Change` tells what it is.
  ///
  /// - Parameter branch: the recorded branch; it follows the tip and holds nothing back.
  /// - Throws: `ObjectStoreError` of the first object that cannot be read.
  init?(
    of tip: ObjectID, over remote: ObjectID, branch: String, remoteName: String, graph: CommitGraph,
    in store: any ObjectStore
  ) throws(ObjectStoreError) {
    guard let found = try Unpublished.find(of: tip, over: remote, graph: graph, in: store), found.isPlain else {
      return nil
    }
    var line: [(change: String, step: Unpublished.Step)] = []
    for step in found.steps {
      let message = CommitMessage(parsing: step.commit.message)
      if step.commit.parents.count == 1, let change = message.change {
        line.append((change, step))
      } else if step.commit.parents.count < 2 || !message.saysOnlyThatItMerges {
        return nil
      }
    }
    // Who has one of the commits has one of those that the others stand on.
    let known = Set(found.steps.map(\.id))
    let roots = found.steps.filter { known.isDisjoint(with: $0.commit.parents) }.map(\.id)
    let own: Set = ["refs/heads/\(branch)", "refs/remotes/\(remoteName)/\(branch)", "refs/remotes/\(remoteName)/HEAD"]
    if try Self.isElsewhere(roots, but: own, graph: graph, in: store) { return nil }
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

  /// Makes the line again on a commit; nil where something else stands there than what one of its commits changed.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read or stored.
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
      made.commit = try store.write(copy)
    }
    return made
  }

  /// The line alone, where it began: what is to be merged once more is merged once. nil where that is the tip itself,
  /// or a commit needs what was left out.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read or stored.
  func straightened(graph: CommitGraph, in store: any ObjectStore) throws(ObjectStoreError) -> Made? {
    guard !isWhole, !steps.isEmpty, let start else { return nil }
    return try made(on: start, graph: graph, in: store)
  }

  /// What the remote's commits with one of these ids bring, by id.
  private static func copies(
    of changes: Set<String>, on remote: ObjectID, besides tip: ObjectID, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> [String: Set<PathVersion>] {
    var found: [String: Set<PathVersion>] = [:]
    if changes.isEmpty { return found }
    for id in try graph.commits(from: remote, excluding: [tip]) {
      let commit = try graph.commit(id)
      guard commit.parents.count == 1, let change = CommitMessage(parsing: commit.message).change,
        changes.contains(change)
      else { continue }
      let before = try graph.commit(commit.parents[0]).tree
      found[change] = Set(try TreeDiff.changes(from: before, to: commit.tree, in: store).map(PathVersion.init))
    }
    return found
  }

  /// Whether a tree has at each path what the changes begin with, and no file in the place of a folder.
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

  /// Whether another branch, a tag or another remote has one of the commits: then it may have left the machine.
  private static func isElsewhere(
    _ commits: [ObjectID], but own: Set<String>, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Bool {
    var places: Set<ObjectID> = []
    for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/"] {
      for (name, id) in try store.references(withPrefix: prefix) where !own.contains(name) { places.insert(id) }
    }
    guard places.count <= mostReferences else { return true }
    for place in places {
      for commit in commits {
        // A tag that is an object of its own, or names no commit: who knows what it leads to.
        guard let isBelow = try? graph.isAncestor(commit, of: place) else { return true }
        if isBelow { return true }
      }
    }
    return false
  }
}

extension CommitMessage {
  /// Whether a merge left nothing undecided, and settles, brings back and takes back nothing.
  fileprivate var saysOnlyThatItMerges: Bool {
    author == .sync && change == nil && conflicts.isEmpty && resolves.isEmpty && restores == nil && undoes.isEmpty
  }
}
