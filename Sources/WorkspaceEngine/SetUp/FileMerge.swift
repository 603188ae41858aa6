internal import Merge
package import WorkspaceAPI

/// The merge of one file for stock git, with the rules of a workspace: a function of bytes, without a workspace.
///
/// There are no ranks, since git does not name the authors. If only one side's text could stay, both are left in the
/// file between git's markers.
package enum FileMerge {
  /// Merges two versions with their base.
  package static func merge(_ request: FileMergeRequest) -> FileMergeReport {
    let driver = AttributeRules(request.attributes).driver(request.path)
    func merge(_ side: MergeSide) -> MergedDocument {
      DocumentMerge.merge(
        base: request.base, ours: request.ours, theirs: request.theirs, path: request.path, driver: driver,
        judge: MergeJudge(side))
    }
    let mine = merge(.ours)
    var report = FileMergeReport(
      bytes: mine.text.bytes, isClean: mine.text.isClean, notes: mine.fallbacks.map { "\(request.path): \($0)" })
    guard case .overlapping(let kept, let regions) = mine.text, !regions.isEmpty, TextMerge.isText(kept) else {
      return report
    }
    report.bytes = ConflictMarkers.marked(ours: kept, theirs: merge(.theirs).text.bytes, size: request.markerSize)
    return report
  }
}
