/// What became of two versions of a text.
package enum MergedText: Hashable, Sendable {
  /// Both sides' changes are in it.
  case clean([UInt8])
  /// In some places only one side's text could stand. Without regions it is one side's whole version.
  case overlapping(kept: [UInt8], regions: [ConflictRegion])

  /// The bytes that stand.
  package var bytes: [UInt8] {
    switch self {
    case .clean(let bytes), .overlapping(let bytes, _): bytes
    }
  }

  /// Whether both sides' changes are in it.
  package var isClean: Bool {
    if case .clean = self { true } else { false }
  }
}
