/// Lines by which two long, very different stretches are cut: each stands once on either side, in a shared order.
enum DiffAnchors {
  /// The longest run of such lines, in order.
  static func find(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>) -> [(old: Int, new: Int)] {
    let oldPlaces = single(old)
    let newPlaces = single(new)
    var pairs: [(old: Int, new: Int)] = []
    for (place, line) in zip(old.indices, old) where oldPlaces[line] == place {
      if let other = newPlaces[line], other >= 0 { pairs.append((place, other)) }
    }
    return longestRise(pairs)
  }

  /// Where each line stands, −1 for those that stand more than once.
  private static func single(_ lines: ArraySlice<Int32>) -> [Int32: Int] {
    var places: [Int32: Int] = [:]
    for (place, line) in zip(lines.indices, lines) { places[line] = places[line] == nil ? place : -1 }
    return places
  }

  /// The longest subsequence that rises on the new side (patience sorting); the old side rises already.
  private static func longestRise(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var piles: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var low = 0
      var high = piles.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[piles[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = piles[low - 1] }
      if low == piles.count { piles.append(index) } else { piles[low] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var next = piles.last ?? -1
    while next >= 0 {
      run.append(pairs[next])
      next = before[next]
    }
    return run.reversed()
  }
}
