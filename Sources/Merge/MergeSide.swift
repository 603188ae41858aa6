/// One of the two versions of a merge.
package enum MergeSide: Hashable, Sendable, CaseIterable {
  /// The version given first.
  case ours
  /// The version given second.
  case theirs

  /// The other side.
  package var opposite: MergeSide { self == .ours ? .theirs : .ours }
}
