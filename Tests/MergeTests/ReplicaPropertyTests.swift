import Testing

/// Random folders on three machines.
struct ReplicaPropertyTests {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one.
  private static let blocks = Seeds.blocks(plain: 2_000, long: 600_000)

  @Test(arguments: blocks)
  func `three machines come to rest with one tree, one list of conflicts and every line`(seeds: Range<UInt64>) {
    for seed in seeds {
      let tried = ReplicaCase(seed: seed)
      guard let rule = tried.violation() else { continue }
      Issue.record("\(rule) · \(tried.shrunk { $0.violation() == rule })")
    }
  }

  @Test func `a case that fails is shrunk to what makes it fail`() {
    // A machine takes what another one changed before, and there is a line with a 3 to begin with.
    func fails(_ tried: ReplicaCase) -> Bool {
      guard tried.start.sorted.contains(where: { $0.text.hasPrefix("3") }) else { return false }
      var changed: Set<Int> = []
      for step in tried.steps {
        if case .edit(let machine, _) = step { changed.insert(machine) }
        if case .pull(_, let other, _) = step, changed.contains(other) { return true }
      }
      return false
    }
    let large = (0..<300).map { ReplicaCase(seed: $0) }.filter(fails)
    #expect(large.count > 30)
    for tried in large {
      let small = tried.shrunk(while: fails)
      #expect(fails(small) && small.steps.count == 2 && small.start.sorted.count == 1, "\(small)")
      #expect(
        small.start.sorted.allSatisfy { $0.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) == 1 }, "\(small)")
    }
  }
}
