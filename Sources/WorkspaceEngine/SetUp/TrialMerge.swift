internal import FolderKeeping
package import WorkspaceAPI
internal import Dispatch
package import GitObjects
internal import Merge

/// A timed merge of two commits of any repository, with the rules of the exchange; it stores only objects.
package enum TrialMerge {
  /// Merges two commits; each round reads the objects anew.
  ///
  /// - Throws: `VerbError` if the repository or a commit cannot be read.
  package static func run(
    root: String, _ ours: ObjectID, _ theirs: ObjectID, rounds: Int
  ) throws(VerbError) -> TrialMergeReport {
    var report: TrialMergeReport?
    var times: [Double] = []
    do throws(ObjectStoreError) {
      let store = try RepositoryStore.open(root: root)
      for _ in 0..<max(1, rounds) {
        let begin = DispatchTime.now().uptimeNanoseconds
        let graph = CommitGraph(store: store)
        let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: graph, in: store)
        times.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1_000_000)
        report = TrialMergeReport(tree: merge.tree, conflicts: merge.conflicts, milliseconds: [])
      }
    } catch { throw VerbError(error) }
    guard var report else { throw VerbError(.failed, "Nothing was merged.") }
    report.milliseconds = times
    return report
  }
}
