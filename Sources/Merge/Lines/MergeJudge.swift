package import Documents
internal import GitObjects

/// Decides whose text is kept where two changes of one document overlap, and which of two insertions is placed first.
package struct MergeJudge {
  /// Returns the side whose text is kept, given the bytes of each side at the place.
  let side: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide
  /// Returns the side that wrote first, given the bytes that each side inserted at one place; nil if unknown.
  let first: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide?
  /// Returns the latest plausible date in a document, in seconds since 1970; a later one is from a wrong clock (review
  /// B9). It is computed only for a document in which both sides changed such a date.
  let latestPlausible: () -> Int64?

  /// Makes a judge that decides each place separately.
  package init(
    latestPlausible: @escaping @autoclosure () -> Int64? = nil,
    side: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide,
    first: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide? = { _, _ in nil }
  ) {
    self.side = side
    self.first = first
    self.latestPlausible = latestPlausible
  }

  /// Makes a judge that always names the same side.
  ///
  /// - Parameter first: the side that wrote first; nil if unknown.
  package init(_ side: MergeSide, first: MergeSide? = nil) {
    self.init(side: { _, _ in side }, first: { _, _ in first })
  }

  /// Returns the judge of a part that begins at these byte offsets of the sides.
  func within(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(
      latestPlausible: latestPlausible(), side: { our, their in side(our.moved(by: ours), their.moved(by: theirs)) },
      first: { our, their in first(our.moved(by: ours), their.moved(by: theirs)) })
  }

  /// Returns the judge of texts whose offsets are not those of the documents; it decides by the whole documents.
  func whole(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(
      latestPlausible: latestPlausible(), side: { _, _ in side(0..<ours, 0..<theirs) },
      first: { _, _ in first(0..<ours, 0..<theirs) })
  }
}

/// The weight of one side's changes of a path against the other side's.
package struct Precedence: Hashable, Sendable {
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
  func strongest(_ other: Precedence) -> Precedence {
    if rank != other.rank { return rank > other.rank ? self : other }
    return Precedence(rank: rank, time: time.flatMap { time in other.time.map { max(time, $0) } })
  }

  /// Returns the side whose text is kept: the higher rank; for equal ranks the later time if both are plausible, else
  /// the greater id. The same text is kept if the sides are swapped.
  static func decide(ours: (Precedence, ObjectID), theirs: (Precedence, ObjectID)) -> MergeSide {
    if ours.0.rank != theirs.0.rank { return ours.0.rank > theirs.0.rank ? .ours : .theirs }
    if let our = ours.0.time, let their = theirs.0.time, our != their { return our > their ? .ours : .theirs }
    return ours.1 > theirs.1 ? .ours : .theirs
  }
}

/// The rank of an author; it decides whose words are kept in an overlap (DESIGN "Merge").
package enum Rank: Int, Hashable, Sendable, Comparable, Codable {
  /// An agent, or Stet itself.
  case agent
  /// A person, or an author who may be one (`unsure`).
  case person

  /// Makes the rank of an author.
  package init(_ author: Author) { self = author.ranksAsPerson ? .person : .agent }

  /// Returns whether a rank is lower; a person ranks above an agent.
  package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}
