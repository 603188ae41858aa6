/// The lowest of many ranks, of which only so many are asked for.
struct BestRanks: Hashable {
  /// The number that is asked for.
  let most: Int
  /// The lowest ranks so far, in order.
  private(set) var ranks: [Double] = []

  /// Begins without ranks.
  init(most: Int) { self.most = most }

  /// Takes a rank; returns false if so many before it are lower.
  mutating func take(_ rank: Double) -> Bool {
    guard let last = ranks.last, ranks.count >= most else {
      insert(rank)
      return most > 0
    }
    // An equal rank counts: the order of the paths decides among them.
    guard rank <= last else { return false }
    guard rank < last else { return true }
    ranks.removeLast()
    insert(rank)
    return true
  }

  private mutating func insert(_ rank: Double) {
    var (low, high) = (0, ranks.count)
    while low < high {
      let middle = (low + high) / 2
      if ranks[middle] <= rank { low = middle + 1 } else { high = middle }
    }
    ranks.insert(rank, at: low)
  }
}
