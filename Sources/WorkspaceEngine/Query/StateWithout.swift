internal import FolderKeeping
internal import Git
internal import GitObjects
internal import Merge
internal import Recording
internal import Threads
internal import WorkspaceAPI

/// The tip's files without some changes, as an undo of these changes would leave them. Nothing is recorded.
struct StateWithout: Sendable {
  let tree: ObjectID
  /// The objects of the tree that the repository does not have, for git.
  let objects: SideObjects
  /// The places that others changed since.
  let left: [LeftPlace]
  /// The changes, newest first.
  let steps: [UndoPlan.Step]

  /// Computes the state on a thread of its own, with a second handle of the repository.
  ///
  /// - Parameter commits: the commits with the changes, newest first.
  /// - Throws: `VerbError` if a version cannot be read, or the objects cannot be written.
  static func make(
    _ commits: [ObjectID], tip: ObjectID, root: String, makers: CommitMakers
  ) async throws(VerbError) -> StateWithout {
    do {
      return try await onThread("stet.diff") { () throws in
        let store = try Repository(root: root)
        let graph = CommitGraph(store: store)
        makers.prepare(graph)
        let steps = try UndoPlan.Step.joining(commits, graph: graph)
        var reversal = try TreeReversal(tip: tip, oldest: steps.last?.before, graph: graph, store: store)
        for step in steps { try reversal.takeBack(from: step.before, to: step.after) }
        return StateWithout(
          tree: reversal.tree, objects: try SideObjects(reversal.objects, root: root), left: reversal.left,
          steps: steps)
      }
    } catch { throw VerbError(any: error, otherwise: "The changes could not be compared") }
  }
}
