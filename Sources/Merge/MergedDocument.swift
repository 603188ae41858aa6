/// What became of two versions of a document.
package struct MergedDocument: Hashable, Sendable {
  /// The text, and the places where only one side's could stand.
  package var text: MergedText
  /// The sides whose text stands somewhere where only one's could; none where the text is clean.
  package var standing: Set<MergeSide> = []
  /// Where a coarser merge than the document's kind allows had to do, and why; each reason once.
  package var fallbacks: [MergeFallback]
}
