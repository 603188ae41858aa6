/// The search of `LineDiff`: marks removed and added lines.
struct DiffSearch {
  private let old: [Int32]
  private let new: [Int32]
  /// Whether each old line is removed.
  private(set) var goes: [Bool]
  /// Whether each new line is added.
  private(set) var comes: [Bool]
  private var forward: [Int] = []
  private var backward: [Int] = []

  /// The value of a path that would leave the grid.
  private static let none = Int.min / 2

  /// Creates a search between two lists of numbers: equal lines have equal numbers.
  init(old: [Int32], new: [Int32]) {
    self.old = old
    self.new = new
    goes = Array(repeating: false, count: old.count)
    comes = Array(repeating: false, count: new.count)
  }

  /// Compares a range of old lines with a range of new lines.
  mutating func compare(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var (a, b) = (oldRange.lowerBound, newRange.lowerBound)
    var (aEnd, bEnd) = (oldRange.upperBound, newRange.upperBound)
    while a < aEnd, b < bEnd, old[a] == new[b] {
      a += 1
      b += 1
    }
    while a < aEnd, b < bEnd, old[aEnd - 1] == new[bEnd - 1] {
      aEnd -= 1
      bEnd -= 1
    }
    if a == aEnd || b == bEnd { return mark(a..<aEnd, b..<bEnd) }
    if let middle = middle(a..<aEnd, b..<bEnd) {
      compare(a..<middle.old, b..<middle.new)
      compare(middle.old..<aEnd, middle.new..<bEnd)
      return
    }
    let anchors = DiffAnchors.find(old[a..<aEnd], new[b..<bEnd])
    if anchors.isEmpty { return mark(a..<aEnd, b..<bEnd) }
    for anchor in anchors {
      compare(a..<anchor.old, b..<anchor.new)
      (a, b) = (anchor.old + 1, anchor.new + 1)
    }
    compare(a..<aEnd, b..<bEnd)
  }

  private mutating func mark(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    for line in oldRange { goes[line] = true }
    for line in newRange { comes[line] = true }
  }

  /// Returns a point in the middle of a shortest path; nil beyond the bound. Both ends differ, so it is neither corner.
  private mutating func middle(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> (old: Int, new: Int)? {
    let (n, m) = (oldRange.count, newRange.count)
    let limit = min((n + m + 1) / 2, LineDiff.costLimit)
    let zero = limit + 1
    forward = Array(repeating: Self.none, count: 2 * limit + 3)
    backward = forward
    forward[zero + 1] = 0
    backward[zero + 1] = 0
    let delta = n - m
    let isOdd = delta & 1 != 0
    for depth in 0...limit {
      for k in stride(from: -depth, through: depth, by: 2) {
        var x = Self.step(forward, zero + k, k, n, m)
        if x < 0 {
          forward[zero + k] = Self.none
          continue
        }
        while x < n, x - k < m, old[oldRange.lowerBound + x] == new[newRange.lowerBound + x - k] { x += 1 }
        forward[zero + k] = x
        let mirror = delta - k
        if isOdd, abs(mirror) < depth, x + backward[zero + mirror] >= n {
          return (oldRange.lowerBound + x, newRange.lowerBound + x - k)
        }
      }
      for k in stride(from: -depth, through: depth, by: 2) {
        var x = Self.step(backward, zero + k, k, n, m)
        if x < 0 {
          backward[zero + k] = Self.none
          continue
        }
        while x < n, x - k < m, old[oldRange.upperBound - 1 - x] == new[newRange.upperBound - 1 - (x - k)] { x += 1 }
        backward[zero + k] = x
        let mirror = delta - k
        if !isOdd, abs(mirror) <= depth, x + forward[zero + mirror] >= n {
          return (oldRange.upperBound - x, newRange.upperBound - (x - k))
        }
      }
    }
    return nil
  }

  /// Returns the furthest point on diagonal `k` that one more edit reaches; negative if it would leave the grid.
  private static func step(_ reached: [Int], _ index: Int, _ k: Int, _ n: Int, _ m: Int) -> Int {
    let down = reached[index + 1]
    let right = reached[index - 1] + 1
    let downFits = down >= 0 && down <= n && down - k <= m && down - k >= 0
    let rightFits = right >= 1 && right <= n && right - k <= m && right - k >= 0
    if downFits { return rightFits ? max(down, right) : down }
    return rightFits ? right : none
  }
}

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
