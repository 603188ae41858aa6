/// The two texts of a merge that met in some places: one has our side's words there, the other their side's.
struct ConflictSides {
  private let base: TextLines
  private let ours: TextLines
  private let theirs: TextLines
  /// The lines of each place in the three texts.
  private let places: [Three<Range<Int>>]

  /// Pairs the places of the two texts; nil unless both have the same places, with as many lines between them.
  ///
  /// - Parameter base: the base of the merge.
  init?(base: [UInt8], _ ours: MergedText, _ theirs: MergedText) {
    // The places of a text in UTF-16 are not lines of its bytes.
    guard case .overlapping(let one, let left) = ours, case .overlapping(let two, let right) = theirs, !left.isEmpty,
      left.count == right.count, TextEncoding.order(one) == nil
    else { return nil }
    (self.base, self.ours, self.theirs) = (TextLines(base), TextLines(one), TextLines(two))
    places = zip(left, right).map { Three(base: $0.base, ours: $0.kept, theirs: $1.kept) }
    var (our, their) = (0, 0)
    for place in places {
      guard place.base.upperBound <= self.base.count, place.ours.lowerBound >= our,
        place.ours.lowerBound - our == place.theirs.lowerBound - their
      else { return nil }
      (our, their) = (place.ours.upperBound, place.theirs.upperBound)
    }
    guard our <= self.ours.count, self.ours.count - our == self.theirs.count - their else { return nil }
  }

  /// Returns the text with the lines of both sides in each place.
  func both() -> [UInt8] {
    text { place in
      TextMerge.union(
        base: Array(base[place.base]), ours: Array(ours[place.ours]), theirs: Array(theirs[place.theirs]))
    }
  }

  /// Returns the text with these words in each place.
  private func text(_ words: (Three<Range<Int>>) -> [UInt8]) -> [UInt8] {
    var (result, position): ([UInt8], Int) = ([], 0)
    for place in places {
      result += ours[position..<place.ours.lowerBound] + words(place)
      position = place.ours.upperBound
    }
    return result + ours[position..<ours.count]
  }
}
