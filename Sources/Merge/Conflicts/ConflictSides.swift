/// The two texts of a merge that met in some places: one has our side's words there, the other their side's.
struct ConflictSides {
  private let texts: Three<TextLines>
  /// The lines of each place in the three texts.
  private let places: [Three<Range<Int>>]
  /// The side whose words the merge kept in each place: one author's may weigh more here, and another's there.
  let kept: [MergeSide]

  /// Pairs the places of the two texts; nil unless both have the same places, with as many lines between them.
  ///
  /// - Parameters:
  ///   - base: the base of the merge.
  ///   - left: the text that the merge left; nil if it kept our side's words in all places, or if that is unknown.
  init?(base: [UInt8], _ ours: MergedText, _ theirs: MergedText, left: [UInt8]?) {
    // The places of a text in UTF-16 are not lines of its bytes.
    guard case .overlapping(let one, let our) = ours, case .overlapping(let two, let their) = theirs, !our.isEmpty,
      our.count == their.count, TextEncoding.order(one) == nil
    else { return nil }
    let texts = Three(base: TextLines(base), ours: TextLines(one), theirs: TextLines(two))
    let places = zip(our, their).map { Three(base: $0.base, ours: $0.kept, theirs: $1.kept) }
    guard Self.areApart(places, in: texts) else { return nil }
    (self.texts, self.places) = (texts, places)
    kept = left.map { Self.kept(in: TextLines($0), places, texts) } ?? places.map { _ in .ours }
  }

  /// Returns whether all places are in the texts, with as many lines between them in both sides' texts.
  private static func areApart(_ places: [Three<Range<Int>>], in texts: Three<TextLines>) -> Bool {
    var (our, their) = (0, 0)
    for place in places {
      guard place.base.upperBound <= texts.base.count, place.ours.lowerBound >= our,
        place.ours.lowerBound - our == place.theirs.lowerBound - their
      else { return false }
      (our, their) = (place.ours.upperBound, place.theirs.upperBound)
    }
    return our <= texts.ours.count && texts.ours.count - our == texts.theirs.count - their
  }

  /// Returns the side of each place whose lines are in a text.
  private static func kept(
    in text: TextLines, _ places: [Three<Range<Int>>], _ texts: Three<TextLines>
  ) -> [MergeSide] {
    let changes = Three(
      base: [], ours: LineDiff.changes(from: texts.ours, to: text),
      theirs: LineDiff.changes(from: texts.theirs, to: text))
    return places.map { place in
      func isLeft(_ side: MergeSide) -> Bool {
        let lines = LineDiff.followed(place[side], through: changes[side]).clamped(to: 0..<text.count)
        return text[lines].elementsEqual(texts[side][place[side]])
      }
      // The lines of one side may begin with those of the other.
      if place.theirs.count > place.ours.count { return isLeft(.theirs) ? .theirs : .ours }
      return !isLeft(.ours) && isLeft(.theirs) ? .theirs : .ours
    }
  }

  /// The merge as it was made.
  var made: [UInt8] { text { index, place in Array(texts[kept[index]][place[kept[index]]]) } }

  /// The merge with the other side's words in each place.
  var other: [UInt8] {
    text { index, place in
      let side = kept[index].opposite
      return Array(texts[side][place[side]])
    }
  }

  /// The lines of the places in the merge as it was made.
  var lines: [Range<Int>] {
    var shift = 0
    return places.indices.map { index in
      let (start, count) = (places[index].ours.lowerBound + shift, places[index][kept[index]].count)
      shift += count - places[index].ours.count
      return start..<(start + count)
    }
  }

  /// The merge with the lines of both sides in each place.
  var both: [UInt8] {
    text { _, place in
      TextMerge.union(
        base: Array(texts.base[place.base]), ours: Array(texts.ours[place.ours]),
        theirs: Array(texts.theirs[place.theirs]))
    }
  }

  /// Returns the text with these words in each place.
  private func text(_ words: (_ index: Int, _ place: Three<Range<Int>>) -> [UInt8]) -> [UInt8] {
    var (result, position): ([UInt8], Int) = ([], 0)
    for (index, place) in places.enumerated() {
      result += texts.ours[position..<place.ours.lowerBound] + words(index, place)
      position = place.ours.upperBound
    }
    return result + texts.ours[position..<texts.ours.count]
  }
}
