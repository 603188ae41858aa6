extension LineMerge {
  /// The bytes of some lines of a side, or of the base for nil.
  func lines(of side: MergeSide?, _ lines: Range<Int>) -> ArraySlice<UInt8> {
    switch side {
    case nil: base[lines]
    case .ours: ours[lines]
    case .theirs: theirs[lines]
    }
  }

  /// Both sides' lines of an overlap: shared first lines, both middles in the order of their bytes, shared last lines.
  func union(_ ourLines: Range<Int>, _ theirLines: Range<Int>) -> [ArraySlice<UInt8>] {
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
    let middles = [ours[a..<aEnd], theirs[b..<bEnd]].sorted { $0.lexicographicallyPrecedes($1) }
    return [ours[ourLines.lowerBound..<a]] + middles + [ours[aEnd..<ourLines.upperBound]]
  }
}
