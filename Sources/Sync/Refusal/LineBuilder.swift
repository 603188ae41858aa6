internal import Documents
internal import GitObjects
internal import Merge

/// Replays parts of the unpublished history on the remote's commit, as one line without merges.
///
/// A part is a commit, or some of the paths of one. Parts may be given in any order; if the remote already has a later
/// version of a path, the earlier one is left out.
struct LineBuilder {
  /// A part: a step of the line, and some of its changes.
  struct Part {
    /// The number of the step.
    var step: Int
    /// The changes to make.
    var changes: [TreeChange]
  }

  let line: Unpublished
  /// The remote's commit; nil for an empty remote.
  private(set) var head: ObjectID?
  /// The last step of which the remote has a version, by path.
  private var placed: [NameKey: Int] = [:]

  /// Begins at the remote's commit.
  init(line: Unpublished, over head: ObjectID?) {
    self.line = line
    self.head = head
  }

  /// Returns a commit that adds these parts to the head; the head if they change nothing.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
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
      if isMixed {
        copy = store.sealed(Withholding.unsure(copy, step.message))
      } else if copy != step.commit {
        copy = step.asMade(copy, in: store)
      }
      let id = copy == step.commit ? step.id : try store.write(copy)
      (parent, tree) = (id, new)
    }
    return parent
  }

  /// Returns whether a version of a path by another author is between two steps: the authors of the lines are then
  /// unknown.
  private func leavesOut(_ path: NameKey, from earlier: Int?, to step: Int) -> Bool {
    let start = (earlier ?? -1) + 1
    guard start < step else { return false }
    let author = line.steps[step].author
    return line.steps[start..<step].contains { other in
      other.changes.contains { NameKey($0.path) == path } && other.author != author
    }
  }

  /// Returns whether a commit without changes is kept for its message; a merge without conflicts is not.
  private func saysSomething(_ step: Unpublished.Step) -> Bool {
    step.changes.isEmpty
      && (step.commit.parents.count <= 1 || !step.message.conflicts.isEmpty)
  }

  /// Notes that the remote accepted the parts and is at this commit now.
  mutating func note(_ parts: [Part], taken head: ObjectID?) {
    self.head = head
    for part in parts {
      for change in part.changes { placed[NameKey(change.path)] = max(part.step, placed[NameKey(change.path)] ?? 0) }
    }
  }
}
