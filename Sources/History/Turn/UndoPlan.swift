package import GitObjects
package import Merge

/// The writes that take changes back: their regions only, what was written since stays. Pure over the object store.
package struct UndoPlan {
  /// A change as the states before and after it.
  package struct Step: Hashable, Sendable {
    /// The commit before it; nil where it is the first.
    package var before: ObjectID?
    /// The commit that has it.
    package var after: ObjectID

    /// Makes a step.
    package init(before: ObjectID?, after: ObjectID) {
      self.before = before
      self.after = after
    }

    /// Commits, newest first, as steps: those that follow one another are one.
    ///
    /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
    package static func joining(_ commits: [ObjectID], graph: CommitGraph) throws(ObjectStoreError) -> [Step] {
      var steps: [Step] = []
      for id in commits {
        let before = try graph.commit(id).parents.first
        if steps.last?.before == id {
          steps[steps.count - 1].before = before
        } else {
          steps.append(Step(before: before, after: id))
        }
      }
      return steps
    }
  }

  /// What is to be written, deletions first; each is based on what the tip has, so that whoever saves meanwhile is not
  /// written over.
  package let writes: [Write]
  /// What stays as it is because somebody was there since.
  package let left: [LeftPlace]

  /// Takes changes back, newest first, from what a tip has.
  ///
  /// - Parameter origin: where the writes come from; the renames that they make are added.
  /// - Throws: `ObjectStoreError` where a version cannot be read, or what is made not be stored.
  package init(
    takingBack steps: [Step], tip: ObjectID, graph: CommitGraph, store: any ObjectStore, origin: WriteOrigin
  ) throws(ObjectStoreError) {
    var reversal = try TreeReversal(tip: tip, oldest: steps.last?.before, graph: graph, store: store)
    for step in steps { try reversal.takeBack(from: step.before, to: step.after) }
    try reversal.store()
    let changes = try TreeDiff.changes(from: graph.commit(tip).tree, to: reversal.tree, in: store)
    var origin = origin
    let gone = Set(changes.filter { $0.new == nil }.map { NameKey($0.path) })
    let come = Set(changes.filter { $0.old == nil }.map { NameKey($0.path) })
    origin.renamed += reversal.renames.filter { gone.contains(NameKey($0.from)) && come.contains(NameKey($0.to)) }
    var writes: [Write] = []
    for change in changes.filter({ $0.new == nil }) + changes.filter({ $0.new != nil }) {
      guard let path = try? WorkspacePath(change.path), change.old?.mode != .gitlink, change.new?.mode != .gitlink
      else { continue }
      // Placed as recorded versions, so that mode and bytes come back as they were, without stamping.
      writes.append(
        Write(
          path: path, action: change.new.map { .place(mode: $0.mode, blob: $0.id) } ?? .delete,
          base: change.old.map { .version($0.id) } ?? .absent, origin: origin, believesDeletion: true))
    }
    self.writes = writes
    left = reversal.left
  }
}
