/// The merge of two versions of a document.
package struct MergedDocument: Hashable, Sendable {
  /// The merged text, with the places where only one side's text could be kept.
  package var text: MergedText
  /// The sides whose text was kept in overlaps; empty if the text is clean.
  package var standing: Set<MergeSide> = []
  /// The reasons for merges coarser than the document's kind allows; each reason once.
  package var fallbacks: [MergeFallback]
}
