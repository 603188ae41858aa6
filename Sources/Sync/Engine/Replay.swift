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

  /// The commits.
  private let steps: [Unpublished.Step]
  /// How many merges were looked through.
  private let merges: Int

  /// How many commits the line has.
  var count: Int { steps.count }

  /// Finds the line; nil where a commit must stay what it is: the user's own git made it, it is signed, it is a merge
  /// that says more than its parents, somebody else has it, or there are too many.
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
    var steps: [Unpublished.Step] = []
    for step in found.steps {
      let message = CommitMessage(parsing: step.commit.message)
      if step.commit.parents.count == 1, message.change != nil {
        steps.append(step)
      } else if step.commit.parents.count < 2 || !message.saysOnlyThatItMerges {
        return nil
      }
    }
    // Who has one of the commits has one of those that the others stand on.
    let known = Set(found.steps.map(\.id))
    let roots = found.steps.filter { known.isDisjoint(with: $0.commit.parents) }.map(\.id)
    let own: Set = ["refs/heads/\(branch)", "refs/remotes/\(remoteName)/\(branch)", "refs/remotes/\(remoteName)/HEAD"]
    if try Self.isElsewhere(roots, but: own, graph: graph, in: store) { return nil }
    self.steps = steps
    merges = found.steps.count - steps.count
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

  /// The line without the merges, where it began: what is to be merged once more is merged once. nil where there are no
  /// merges, or a commit needs what one of them brought.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read or stored.
  func straightened(graph: CommitGraph, in store: any ObjectStore) throws(ObjectStoreError) -> Made? {
    guard merges > 0, let start = steps.first?.commit.parents.first else { return nil }
    return try made(on: start, graph: graph, in: store)
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
    for prefix in ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/stet/inbox/"] {
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

extension TreeEdit {
  /// The edit that makes a change.
  init(_ change: TreeChange) {
    if let new = change.new {
      self = .set(path: change.path, mode: new.mode, id: new.id)
    } else {
      self = .remove(path: change.path)
    }
  }
}
