/// What became of two versions of a document.
package struct MergedDocument: Hashable, Sendable {
  /// The text, and the places where only one side's could stand.
  package var text: MergedText
  /// Where a coarser merge than the document's kind allows had to do, and why; each reason once.
  package var fallbacks: [MergeFallback]
}
