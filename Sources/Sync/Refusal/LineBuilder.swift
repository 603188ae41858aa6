internal import Documents
internal import GitObjects

/// Makes parts of the unpublished history again on top of what the remote has, as one line: merges leave it.
///
/// A part is a commit, or some of the paths of one. Parts may come in any order; where a path was changed by a later
/// commit that the remote has already, the earlier version is left out.
struct LineBuilder {
  /// A part: which step of the line, and what of it.
  struct Part {
    /// Which step.
    var step: Int
    /// The changes that are made.
    var changes: [TreeChange]
  }

  /// The line.
  let line: Unpublished
  /// Where the remote stands; nil for an empty one.
  private(set) var head: ObjectID?
  /// The last step that the remote has a path's version of.
  private var placed: [NameKey: Int] = [:]

  /// Begins at the remote's commit.
  init(line: Unpublished, over head: ObjectID?) {
    self.line = line
    self.head = head
  }

  /// The commit that has these parts on top of the head; the head where they change nothing.
  ///
  /// - Throws: `ObjectStoreError` of the first object that cannot be read or stored.
  func make(
    _ parts: [Part], graph: CommitGraph, in store: any ObjectStore
  ) throws(ObjectStoreError) -> ObjectID? {
    let editor = TreeEditor(store: store)
    var parent = head
    var tree = try head.map { (id) throws(ObjectStoreError) in try graph.commit(id).tree }
    var index = 0
    var reached = placed
    while index < parts.count {
      let number = parts[index].step
      var changes: [TreeChange] = []
      while index < parts.count, parts[index].step == number {
        changes += parts[index].changes.filter { placed[NameKey($0.path)].map { $0 < number } ?? true }
        index += 1
      }
      let isMixed = changes.contains { leavesOut(NameKey($0.path), from: reached[NameKey($0.path)], to: number) }
      for change in changes { reached[NameKey(change.path)] = number }
      let new = try editor.apply(changes.map(TreeEdit.init), to: tree)
      let step = line.steps[number]
      if new == tree, !saysSomething(step) { continue }
      var copy = step.commit
      copy.parents = [parent].compactMap(\.self)
      copy.tree = new
      if isMixed { copy.message = Withholding.unsure(copy.message) }
      let id = copy == step.commit ? step.id : try store.write(copy)
      (parent, tree) = (id, new)
    }
    return parent
  }

  /// Whether a version of a path by another author lies between two steps: then nobody can say which lines are whose.
  private func leavesOut(_ path: NameKey, from earlier: Int?, to step: Int) -> Bool {
    let start = (earlier ?? -1) + 1
    guard start < step else { return false }
    let author = line.steps[step].author
    return line.steps[start..<step].contains { other in
      other.changes.contains { NameKey($0.path) == path } && other.author != author
    }
  }

  /// Whether a commit that changes nothing is there for what it says; a merge without conflicts is not.
  private func saysSomething(_ step: Unpublished.Step) -> Bool {
    step.changes.isEmpty
      && (step.commit.parents.count <= 1 || !CommitMessage(parsing: step.commit.message).conflicts.isEmpty)
  }

  /// The remote took the parts; it stands at this commit now.
  mutating func note(_ parts: [Part], taken head: ObjectID?) {
    self.head = head
    for part in parts {
      for change in part.changes { placed[NameKey(change.path)] = max(part.step, placed[NameKey(change.path)] ?? 0) }
    }
  }
}
