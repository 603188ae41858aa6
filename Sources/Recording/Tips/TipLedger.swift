package import GitObjects
internal import Journal
internal import WorkTree

/// The tip and the held versions in the repository, and everything that can be read from them alone.
///
/// Only the recorder moves them, and only after the journal has the change.
package final class TipLedger {
  /// The tip and the held versions, with which the files on disk are compared.
  let recorded: RecordedTip
  /// The graph of the commits; lives on the recorder's executor.
  package let graph: CommitGraph
  /// The clock.
  let time: any TimeSource
  /// The number of files of the tip, updated with each commit.
  package internal(set) var fileTotal = 0
  /// Commits since the last checkpoint.
  package internal(set) var commitsSinceCheckpoint = 0
  /// The changes of the last commits, for sessions that ask for others' changes.
  var newsOfCommits = CommitNewsCache()
  /// The first and last authors of files, as far as they were requested.
  package var origins = FileOrigins()

  /// Creates a ledger without versions.
  init(store: TrackedStore, time: any TimeSource) {
    self.time = time
    recorded = RecordedTip(store: store)
    graph = CommitGraph(store: store)
  }

  /// The repository, which notes the objects since the last checkpoint.
  var store: TrackedStore { recorded.store }
  /// Reads and changes trees of the store.
  var editor: TreeEditor { recorded.editor }

  /// The tip; nil before the first commit.
  package internal(set) var tip: ObjectID? {
    get { recorded.tip }
    set { recorded.tip = newValue }
  }

  /// The tree of the tip.
  package internal(set) var tree: ObjectID {
    get { recorded.tree }
    set { recorded.tree = newValue }
  }

  /// The last commit of held versions; nil if there never was one.
  package internal(set) var heldTip: ObjectID? {
    get { recorded.heldTip }
    set { recorded.heldTip = newValue }
  }

  /// The tree of held versions.
  package internal(set) var heldTree: ObjectID {
    get { recorded.heldTree }
    set { recorded.heldTree = newValue }
  }

  /// The recorded and the held commits.
  struct Values {
    /// The tip and its tree.
    var (tip, tree): (ObjectID?, ObjectID)
    /// The tip of the held versions, and its tree.
    var (held, heldTree): (ObjectID?, ObjectID)
  }

  /// The present commits and trees.
  var values: Values {
    get { Values(tip: tip, tree: tree, held: heldTip, heldTree: heldTree) }
    set { (tip, tree, heldTip, heldTree) = (newValue.tip, newValue.tree, newValue.held, newValue.heldTree) }
  }

  /// Returns the tip's entry at a path; nil for none.
  package func entry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? { try recorded.entry(at: path) }

  /// Returns the held entry at a path; nil for none.
  package func heldEntry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? {
    try recorded.heldEntry(at: path)
  }

  /// Writes the commits of a turn and moves the tip.
  func write(
    _ record: TurnRecord, without failed: Set<Int>, into result: inout TurnResult, _ hooks: RecorderHooks
  ) throws(ObjectStoreError) {
    var tree = self.tree
    var heldTree = self.heldTree
    var parent = tip
    var heldParent = heldTip
    for (index, commit) in record.commits.enumerated() {
      let changes = commit.changes.filter { $0.placement.map(failed.contains) != true }
      var edits: [TreeEdit] = []
      for change in changes {
        if let content = change.content { _ = try store.write(.blob, content) }
        if let mode = change.mode, let blob = change.blob {
          edits.append(.set(path: change.path.string, mode: mode, id: blob))
        } else {
          edits.append(.remove(path: change.path.string))
        }
      }
      let base = commit.isHeld ? heldTree : tree
      let new = try editor.apply(edits, to: base)
      // A commit without any planned change is made for its message.
      guard new != base || commit.changes.isEmpty else { continue }
      let made = store.sealed(
        Commit(
          tree: new, parents: [commit.isHeld ? heldParent : parent].compactMap { $0 }, author: commit.author,
          committer: commit.committer, message: commit.message))
      // With the empty tree if that is its tree.
      let id = try store.write(made)
      if let commit = try? Commit(content: made.content) { graph.note(commit, as: id) }
      if commit.isHeld {
        heldTree = new
        heldParent = id
      } else {
        tree = new
        parent = id
        result.commits.append(id)
        result.commitOfDraft[index] = id
      }
    }
    if !store.isDeferring { hooks.after(.stored) }
    if heldParent != heldTip {
      try store.setReference(StetReference.held, to: heldParent, expecting: heldTip)
      heldTip = heldParent
      self.heldTree = heldTree
    }
    if parent != tip {
      try store.setReference(StetReference.tip, to: parent, expecting: tip)
      tip = parent
      self.tree = tree
    }
    commitsSinceCheckpoint += record.commits.count
    if !store.isDeferring { hooks.after(.moved) }
  }

  /// Moves the tip to an adopted commit that has so many more files.
  func adopt(_ target: ObjectID, growth: Int) throws(ObjectStoreError) {
    let tree = try store.commit(target).tree
    fileTotal += growth
    try store.setReference(StetReference.tip, to: target, expecting: tip)
    tip = target
    self.tree = tree
    commitsSinceCheckpoint += 1
  }

  /// Sets the tip without writing the work tree.
  func move(to target: ObjectID?) throws {
    guard target != tip, let target else { return }
    let tree = try store.commit(target).tree
    try store.setReference(StetReference.tip, to: target, expecting: store.reference(StetReference.tip))
    tip = target
    self.tree = tree
  }

  /// Continues from the references if the journal has less than they: one of its records was damaged, and the objects
  /// have everything.
  func catchUp(with ends: RecoveredEnds) throws {
    if let end = ends.tip, end != tip, let tip, Self.continues(end, tip, graph: graph, in: store) {
      try move(to: end)
    }
    if let end = ends.held, end != heldTip, let held = heldTip, Self.continues(end, held, graph: graph, in: store) {
      let tree = try store.commit(end).tree
      try store.setReference(StetReference.held, to: end, expecting: store.reference(StetReference.held))
      (heldTip, heldTree) = (end, tree)
    }
  }

  /// Returns whether a commit can be read with everything that it has beyond another one, and has everything that the
  /// other one has.
  private static func continues(
    _ end: ObjectID, _ tip: ObjectID, graph: CommitGraph, in store: any ObjectStore
  ) -> Bool {
    do throws(ObjectStoreError) {
      var changes: Set<String> = []
      for id in try graph.commits(from: end, excluding: [tip]) {
        let commit = try store.commit(id)
        for object in try FreshObjects.made(by: commit, id, in: store) where !store.contains(object) { return false }
        if let change = try graph.message(of: id).change { changes.insert(change) }
      }
      // A replay does not contain its originals.
      for id in try graph.commits(from: tip, excluding: [end]) {
        guard let change = try graph.message(of: id).change, changes.contains(change) else {
          return false
        }
      }
      return true
    } catch { return false }
  }

  /// Reads the reference of held versions after its repair: its previous commit may be lost.
  func readHeld() throws(ObjectStoreError) {
    let present = try store.reference(StetReference.held)
    heldTree = try present.map { id throws(ObjectStoreError) in try store.commit(id).tree } ?? .emptyTree
    heldTip = present
  }

  /// Updates the number of files by the changes of a turn, except those of failed placements.
  func noteFiles(_ plan: TurnPlan, without failed: Set<Int>) {
    for draft in plan.drafts where !draft.isHeld {
      for (path, change) in draft.changes where change.placement.map(failed.contains) != true {
        if change.blob == nil { fileTotal -= 1 } else if draft.existed[path] != true { fileTotal += 1 }
      }
    }
  }
}
