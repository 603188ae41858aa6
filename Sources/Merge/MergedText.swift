/// The merge of two versions of a text.
package enum MergedText: Hashable, Sendable {
  /// A text with the changes of both sides.
  case clean([UInt8])
  /// A text with places that could keep only one side's text. Without regions it is one side's whole version.
  case overlapping(kept: [UInt8], regions: [ConflictRegion])

  /// The merged bytes.
  package var bytes: [UInt8] {
    switch self {
    case .clean(let bytes), .overlapping(let bytes, _): bytes
    }
  }

  /// Whether the text has the changes of both sides.
  package var isClean: Bool {
    if case .clean = self { true } else { false }
  }
}
