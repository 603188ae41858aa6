/// Lines that occur exactly once in each of two long, very different stretches, in a common order; a diff is cut at
/// them.
enum DiffAnchors {
  /// Returns the longest run of such lines, in order.
  static func find(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>) -> [(old: Int, new: Int)] {
    let oldPlaces = single(old)
    let newPlaces = single(new)
    var pairs: [(old: Int, new: Int)] = []
    for (place, line) in zip(old.indices, old) where oldPlaces[line] == place {
      if let other = newPlaces[line], other >= 0 { pairs.append((place, other)) }
    }
    return longestRise(pairs)
  }

  /// Returns the position of each line; −1 for a line that occurs more than once.
  private static func single(_ lines: ArraySlice<Int32>) -> [Int32: Int] {
    var places: [Int32: Int] = [:]
    for (place, line) in zip(lines.indices, lines) { places[line] = places[line] == nil ? place : -1 }
    return places
  }

  /// Returns the longest subsequence that increases on the new side; the pairs already increase on the old side.
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
