package import GitObjects
package import Merge
package import WorkTree

/// The writes that undo changes: only their regions; later text is kept. Pure over the object store.
package struct UndoPlan {
  /// A change as the states before and after it.
  package struct Step: Hashable, Sendable {
    /// The commit before it; nil for the first commit.
    package var before: ObjectID?
    /// The commit with the change.
    package var after: ObjectID

    package init(before: ObjectID?, after: ObjectID) {
      self.before = before
      self.after = after
    }

    /// Converts commits, newest first, to steps; consecutive commits become one step.
    ///
    /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
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

  /// The writes, deletions first; each is based on the tip's version, so that a save made meanwhile is not overwritten.
  package let writes: [Write]
  /// The places that are left unchanged because they were edited since.
  package let left: [LeftPlace]

  /// Undoes changes of a tip, newest first.
  ///
  /// - Parameter origin: the origin of the writes; their renames are added.
  /// - Throws: `ObjectStoreError` if a version cannot be read, or a new object cannot be stored.
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
      // Placed as recorded versions, so that mode and bytes are restored exactly, without stamping.
      writes.append(
        Write(
          path: path, action: change.new.map { .place(mode: $0.mode, blob: $0.id) } ?? .delete,
          base: change.old.map { .version($0.id) } ?? .absent, origin: origin, believesDeletion: true))
    }
    self.writes = writes
    left = reversal.left
  }
}
