extension LineMerge {
  /// Returns the bytes of some lines of a side, or of the base for nil.
  func lines(of side: MergeSide?, _ lines: Range<Int>) -> ArraySlice<UInt8> {
    switch side {
    case nil: base[lines]
    case .ours: ours[lines]
    case .theirs: theirs[lines]
    }
  }

  /// Returns both sides' lines of an overlap: common first lines, both middles, common last lines.
  ///
  /// - Parameter first: the side whose middle is placed first; nil orders them by bytes.
  func union(_ ourLines: Range<Int>, _ theirLines: Range<Int>, first: MergeSide?) -> [ArraySlice<UInt8>] {
    var (a, b) = (ourLines.lowerBound, theirLines.lowerBound)
    var (aEnd, bEnd) = (ourLines.upperBound, theirLines.upperBound)
    while a < aEnd, b < bEnd, ours[a..<(a + 1)].elementsEqual(theirs[b..<(b + 1)]) {
      a += 1
      b += 1
    }
    while a < aEnd, b < bEnd, ours[(aEnd - 1)..<aEnd].elementsEqual(theirs[(bEnd - 1)..<bEnd]) {
      aEnd -= 1
      bEnd -= 1
    }
    let (our, their) = (ours[a..<aEnd], theirs[b..<bEnd])
    let isSwapped = first.map { $0 == .theirs } ?? their.lexicographicallyPrecedes(our)
    let middles = isSwapped ? [their, our] : [our, their]
    return [ours[ourLines.lowerBound..<a]] + middles + [ours[aEnd..<ourLines.upperBound]]
  }
}
