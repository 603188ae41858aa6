internal import GitObjects

/// What one side's change of a path weighs against the other side's.
package struct Standing: Hashable, Sendable {
  /// The highest rank among those who changed the path on that side since the base.
  package var rank: Rank
  /// When it was last changed there, in seconds since 1970; nil where that time is not plausible and must not decide
  /// (review B9).
  package var time: Int64?

  /// Makes a standing.
  package init(rank: Rank, time: Int64? = nil) {
    self.rank = rank
    self.time = time
  }

  /// The weightier of two changes of one side: the higher rank, between equals the later time; a time that is not
  /// plausible makes the later one unknown.
  func strongest(_ other: Standing) -> Standing {
    if rank != other.rank { return rank > other.rank ? self : other }
    return Standing(rank: rank, time: time.flatMap { time in other.time.map { max(time, $0) } })
  }

  /// Which side's text stands: the higher rank's; between equals the later one's where both times are plausible, else
  /// the one with the greater id. The answer names the same text when the sides are exchanged.
  static func decide(ours: (Standing, ObjectID), theirs: (Standing, ObjectID)) -> MergeSide {
    if ours.0.rank != theirs.0.rank { return ours.0.rank > theirs.0.rank ? .ours : .theirs }
    if let our = ours.0.time, let their = theirs.0.time, our != their { return our > their ? .ours : .theirs }
    return ours.1 > theirs.1 ? .ours : .theirs
  }
}
