import TestSupport
import Testing

@testable import Sync

@Suite struct RefusalSearchTests {
  /// Plays a remote that refuses whatever has a bad part in it; answers the search and how much was offered.
  private func play(parts: Int, bad: Set<Int>) -> (search: RefusalSearch, offers: Int) {
    var search = RefusalSearch(parts: parts)
    var offers = 0
    while let count = search.offer {
      offers += 1
      search.note(isTaken: bad.isDisjoint(with: search.rest.prefix(count)))
    }
    return (search, offers)
  }

  @Test func `every bad part is found and every other is taken`() {
    for seed in 1...300 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let parts = Int.random(in: 2...40, using: &generator)
      let bad = Set(
        (0..<Int.random(in: 1...2, using: &generator)).map { _ in Int.random(in: 0..<parts, using: &generator) })
      guard bad.count < parts else { continue }
      let (search, offers) = play(parts: parts, bad: bad)
      #expect(search.refused == bad.sorted(), "seed \(seed)")
      #expect(search.rest.isEmpty && search.taken == parts - bad.count, "seed \(seed)")
      // One offer more for each bad part: the last suspect is offered alone, as the remote may accept it by now.
      #expect(offers <= 8 * bad.count + 1, "seed \(seed): \(offers) of \(parts)")
    }
  }

  @Test(arguments: [2, 3, 4, 40])
  func `parts that were refused together only once are all taken`(parts: Int) {
    let (search, _) = play(parts: parts, bad: [])
    #expect(search.refused.isEmpty && search.rest.isEmpty)
    #expect(search.taken == parts)
  }

  @Test(arguments: [1, 2, 3, 10, 1_000])
  func `a remote that takes nothing is left alone soon`(parts: Int) {
    let (search, offers) = play(parts: parts, bad: Set(0..<parts))
    #expect(search.taken == 0)
    #expect(offers <= 25)
  }

  @Test func `the number of offers has a bound`() {
    let bad = Set((0..<1_000).filter { $0 % 2 == 1 })
    let (search, offers) = play(parts: 1_000, bad: bad)
    #expect(offers == 40)
    #expect(search.taken > 0 && !search.rest.isEmpty)
    #expect(search.refused.allSatisfy(bad.contains))
  }
}
