/// The changes of both sides of one base in order: separate changes one by one, touching changes as one group.
struct ChangeGroups {
  /// Touching changes of both sides, or a single change, as ranges of the three texts.
  struct Group {
    /// The lines of the base.
    var base: Range<Int>
    /// The lines of our text.
    var ours: Range<Int>
    /// The lines of their text.
    var theirs: Range<Int>
    /// Whether our side changed something here.
    var hasOurs: Bool
    /// Whether their side changed something here.
    var hasTheirs: Bool
  }

  private var ours: ArraySlice<LineChange>
  private var theirs: ArraySlice<LineChange>
  private var ourShift = 0
  private var theirShift = 0
  private let joins: (LineChange, LineChange, MergeSide) -> Bool
  private let bridges: (LineChange, LineChange, MergeSide) -> Bool

  /// Makes the groups of two lists of changes.
  ///
  /// - Parameters:
  ///   - joins: returns whether two changes of different sides belong to one group if the second begins where the first
  ///     ends; the side is that of the second. Must be true for two insertions, because they have no order.
  ///   - bridges: the same for a second change that begins after the end of the first.
  init(
    ours: [LineChange], theirs: [LineChange],
    joins: @escaping (LineChange, LineChange, MergeSide) -> Bool = { _, _, _ in true },
    bridges: @escaping (LineChange, LineChange, MergeSide) -> Bool = { _, _, _ in false }
  ) {
    self.ours = ours[...]
    self.theirs = theirs[...]
    self.joins = joins
    self.bridges = bridges
  }

  /// Returns the next group; nil after the last change.
  mutating func next() -> Group? {
    let shifts = (ourShift, theirShift)
    let counts = (ours.count, theirs.count)
    guard let (first, side) = least() else { return nil }
    take(side)
    let start = first.old.lowerBound
    var end = first.old.upperBound
    // The last change of each side in the group.
    var last = (ours: side == .ours ? first : nil, theirs: side == .theirs ? first : nil)
    while let (change, side) = least() {
      if change.old.lowerBound > end {
        // Two changes of the same lines have no order, so it is enough if one of them reaches the group.
        let isTwin = twin(of: side)?.old == change.old
        guard reaches(change, side, last) || isTwin && reaches(twin(of: side), side.opposite, last) else { break }
      } else if change.old.lowerBound == end {
        guard let other = side == .ours ? last.theirs : last.ours, other.old.upperBound == end,
          joins(other, change, side)
        else { break }
      }
      take(side)
      end = max(end, change.old.upperBound)
      if side == .ours { last.ours = change } else { last.theirs = change }
    }
    return Group(
      base: start..<end, ours: (start + shifts.0)..<(end + ourShift), theirs: (start + shifts.1)..<(end + theirShift),
      hasOurs: ours.count < counts.0, hasTheirs: theirs.count < counts.1)
  }

  /// Returns whether a change after a group's end belongs to the other side's last change in the group.
  private func reaches(
    _ change: LineChange?, _ side: MergeSide, _ last: (ours: LineChange?, theirs: LineChange?)
  ) -> Bool {
    guard let change, let other = side == .ours ? last.theirs : last.ours else { return false }
    return bridges(other, change, side)
  }

  /// Returns the other side's next change.
  private func twin(of side: MergeSide) -> LineChange? { side == .ours ? theirs.first : ours.first }

  /// Returns the next change of both sides; of two that begin together the shorter, so that an insertion precedes.
  private func least() -> (LineChange, MergeSide)? {
    guard let our = ours.first else { return theirs.first.map { ($0, .theirs) } }
    guard let their = theirs.first else { return (our, .ours) }
    let isOurs = (our.old.lowerBound, our.old.upperBound) <= (their.old.lowerBound, their.old.upperBound)
    return isOurs ? (our, .ours) : (their, .theirs)
  }

  private mutating func take(_ side: MergeSide) {
    if side == .ours {
      guard let change = ours.popFirst() else { return }
      ourShift = change.new.upperBound - change.old.upperBound
    } else {
      guard let change = theirs.popFirst() else { return }
      theirShift = change.new.upperBound - change.old.upperBound
    }
  }
}
