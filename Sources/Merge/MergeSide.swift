/// One of the two versions that a merge brings together.
package enum MergeSide: Hashable, Sendable, CaseIterable {
  /// The version given first.
  case ours
  /// The version given second.
  case theirs

  /// The other one.
  package var opposite: MergeSide { self == .ours ? .theirs : .ours }
}
