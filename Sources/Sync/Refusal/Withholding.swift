internal import Documents
internal import GitObjects

/// The unpublished history replayed without versions that the remote refuses (review A5).
///
/// Only the affected commits are replayed; authors, times, messages and `Stet-Change` are kept. A commit without
/// remaining changes is dropped. The result depends only on the arguments, so it can be made again at any time.
struct Withholding {
  /// The greatest number of commits that are replayed: some seconds of the exchange's own thread.
  static let longest = 10_000

  /// The new tip.
  var commit: ObjectID
  /// The paths in which the new tip differs from the old one.
  var paths: Set<NameKey>

  /// Makes the history; nil if it has none of the versions, or must not be replayed: somebody else may have it, a
  /// signature would break, or it is too long.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  static func make(
    of tip: ObjectID, over remote: ObjectID?, without refused: Set<PathVersion>, remoteName: String,
    graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Withholding? {
    guard !refused.isEmpty,
      let unpublished = try Unpublished.find(of: tip, over: remote, graph: graph, in: store, limit: longest)
    else { return nil }
    let editor = TreeEditor(store: store)
    let paths = Set(refused.map(\.key)).sorted { $0.text < $1.text }
    var made: [ObjectID: ObjectID] = [:]
    var firsts: [ObjectID] = []
    var withheld: [NameKey: Set<Author>] = [:]
    for step in unpublished.steps {
      var copy = step.commit
      var isMixed = false
      copy.parents = []
      for parent in step.commit.parents {
        let new = made[parent] ?? parent
        if !copy.parents.contains(new) { copy.parents.append(new) }
      }
      let base = try copy.parents.first.map { (id) throws(ObjectStoreError) in try graph.commit(id).tree }
      var edits: [TreeEdit] = []
      let changed = Set(step.changes.map { NameKey($0.path) })
      for key in paths {
        let path = String(key.text)
        let standing = try editor.entry(at: path, of: copy.tree)
        guard standing?.mode != .tree, refused.contains(PathVersion(path, standing?.id)) else {
          // A version that is left out is between the version before and this one: if its author is another, the
          // authors of the lines are unknown.
          if let others = withheld[key], changed.contains(key) {
            withheld[key] = nil
            if others != [step.author] { isMixed = true }
          }
          continue
        }
        if changed.contains(key) { withheld[key, default: []].insert(step.author) }
        let before = try base.map { (tree) throws(ObjectStoreError) in try editor.entry(at: path, of: tree) } ?? nil
        guard before != standing else { continue }
        if let before, before.mode != .tree {
          edits.append(.set(path: path, mode: before.mode, id: before.id))
        } else if standing != nil {
          edits.append(.remove(path: path))
        }
      }
      if edits.isEmpty, copy.parents == step.commit.parents, !isMixed { continue }
      guard copy.otherHeaders.isEmpty else { return nil }
      if copy.parents == step.commit.parents { firsts.append(step.id) }
      copy.tree = try editor.apply(edits, to: copy.tree)
      if copy.parents.count == 1, copy.tree == base, !step.changes.isEmpty || step.commit.parents.count > 1 {
        made[step.id] = copy.parents[0]
      } else {
        copy = isMixed ? store.sealed(Self.unsure(copy, step.message)) : step.asMade(copy, in: store)
        made[step.id] = try store.write(copy)
      }
    }
    guard let new = made[tip], try !isElsewhere(firsts, remoteName: remoteName, graph: graph, in: store) else {
      return nil
    }
    let changes = try TreeDiff.changes(from: graph.commit(tip).tree, to: graph.commit(new).tree, in: store)
    return Withholding(commit: new, paths: Set(changes.map { NameKey($0.path) }))
  }

  /// Returns a commit with the author `unsure`.
  static func unsure(_ commit: Commit, _ message: CommitMessage) -> Commit {
    var (commit, message) = (commit, message)
    message.author = .unsure(during: "a version that the remote refused")
    commit.message = message.text
    return commit
  }

  /// Returns whether another remote has one of the commits; published history is only ever added to.
  static func isElsewhere(
    _ commits: [ObjectID], remoteName: String, graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> Bool {
    for (name, place) in try store.references(withPrefix: "refs/remotes/")
    where !name.hasPrefix("refs/remotes/\(remoteName)/") {
      for commit in commits where try graph.isAncestor(commit, of: place) { return true }
    }
    return false
  }
}
