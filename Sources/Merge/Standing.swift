internal import GitObjects

/// The weight of one side's changes of a path against the other side's.
package struct Standing: Hashable, Sendable {
  /// The highest rank among the authors of the side's changes since the base.
  package var rank: Rank
  /// The time of the side's last change, in seconds since 1970; nil if it is not plausible and must not decide (review
  /// B9).
  package var time: Int64?

  /// Makes a weight from rank and time.
  package init(rank: Rank, time: Int64? = nil) {
    self.rank = rank
    self.time = time
  }

  /// Returns the greater of two weights of one side: the higher rank, for equal ranks the later time. The time is
  /// unknown if one of the two is not plausible.
  func strongest(_ other: Standing) -> Standing {
    if rank != other.rank { return rank > other.rank ? self : other }
    return Standing(rank: rank, time: time.flatMap { time in other.time.map { max(time, $0) } })
  }

  /// Returns the side whose text is kept: the higher rank; for equal ranks the later time if both are plausible, else
  /// the greater id. The same text is kept if the sides are swapped.
  static func decide(ours: (Standing, ObjectID), theirs: (Standing, ObjectID)) -> MergeSide {
    if ours.0.rank != theirs.0.rank { return ours.0.rank > theirs.0.rank ? .ours : .theirs }
    if let our = ours.0.time, let their = theirs.0.time, our != their { return our > their ? .ours : .theirs }
    return ours.1 > theirs.1 ? .ours : .theirs
  }
}
