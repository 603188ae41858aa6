/// The changes of two sides of one base, walked down together: what lies apart comes alone, what meets comes as one.
struct ChangeGroups {
  /// Changes of both sides that meet, or one alone, as ranges of the three texts.
  struct Group {
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>
    var hasOurs: Bool
    var hasTheirs: Bool
  }

  private var ours: ArraySlice<LineChange>
  private var theirs: ArraySlice<LineChange>
  private var ourShift = 0
  private var theirShift = 0
  private let joins: (LineChange, LineChange, MergeSide) -> Bool
  private let bridges: (LineChange, LineChange, MergeSide) -> Bool

  /// Takes both lists.
  ///
  /// - Parameters:
  ///   - joins: whether two changes of different sides meet of which the second, of the side that is given, begins
  ///     where the first ends; true for two insertions, which have no order.
  ///   - bridges: the same where the second begins behind the end of the first.
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

  /// The next group; nil behind the last change.
  mutating func next() -> Group? {
    let shifts = (ourShift, theirShift)
    let counts = (ours.count, theirs.count)
    guard let (first, side) = least() else { return nil }
    take(side)
    let start = first.old.lowerBound
    var end = first.old.upperBound
    // What ends at the group's end, by side.
    var last = (ours: side == .ours ? first : nil, theirs: side == .theirs ? first : nil)
    while let (change, side) = least() {
      if change.old.lowerBound > end {
        // Of two that stand in one place neither side's is the first: the answer is that of both.
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

  /// Whether a change behind a group's end meets what the other side last did in the group.
  private func reaches(
    _ change: LineChange?, _ side: MergeSide, _ last: (ours: LineChange?, theirs: LineChange?)
  ) -> Bool {
    guard let change, let other = side == .ours ? last.theirs : last.ours else { return false }
    return bridges(other, change, side)
  }

  /// The other side's next change.
  private func twin(of side: MergeSide) -> LineChange? { side == .ours ? theirs.first : ours.first }

  /// The change that stands first; of two that begin together the shorter, so that an insertion precedes.
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
