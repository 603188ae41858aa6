internal import Merge

/// Merges one file as a workspace would, for stock git (`merge.stet.driver`): a function of bytes, without a workspace.
///
/// There are no ranks here, since git does not say who wrote what: where only one side's text could stand, both are
/// left in the file between git's markers.
package struct FileMerge: Hashable, Sendable {
  /// The merged text; with markers where it is not clean and is text.
  package var bytes: [UInt8]
  /// Whether both sides' changes are in it.
  package var isClean: Bool
  /// Sentences about what had to be merged more coarsely.
  package var notes: [String]

  /// Merges two versions of a base.
  ///
  /// - Parameters:
  ///   - path: where the file is in the repository.
  ///   - attributes: the `.gitattributes` at the repository's root.
  ///   - markerSize: how many marks make a marker.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, attributes: [UInt8], markerSize: Int
  ) {
    let driver = AttributeRules(attributes).driver(path)
    func merge(_ side: MergeSide) -> MergedDocument {
      DocumentMerge.merge(
        base: base, ours: ours, theirs: theirs, path: path, driver: driver, judge: MergeJudge(side))
    }
    let mine = merge(.ours)
    bytes = mine.text.bytes
    isClean = mine.text.isClean
    notes = mine.fallbacks.map { "\(path): \($0)" }
    guard case .overlapping(let kept, let regions) = mine.text, !regions.isEmpty, TextMerge.isText(kept) else { return }
    bytes = ConflictMarkers.marked(ours: kept, theirs: merge(.theirs).text.bytes, size: markerSize)
  }
}
