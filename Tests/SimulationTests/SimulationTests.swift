import TestSupport
import Testing

@Suite struct `Two machines` {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one, or a range (`250-749`).
  private static let blocks = Seeds.blocks(plain: 250, long: 10_000)

  @Test(arguments: blocks)
  func `come to rest with equal folders, all words kept and under their authors' names`(seeds: Range<UInt64>) {
    for seed in seeds {
      let tried = SimulationCase(seed: seed)
      guard tried.violation() != nil else { continue }
      let small = tried.shrunk { $0.violation() != nil }
      let found = small.violation()
      Issue.record("\(small): \(found?.rule ?? "-")\n\(found?.trace.joined(separator: "\n") ?? "")")
    }
  }

  @Test func `a case that fails is shrunk to what makes it fail`() {
    let small = SimulationCase(seed: 1).shrunk { $0.steps.contains(3) && $0.steps.contains(41) }
    #expect(small.steps == [3, 41])
  }

  @Test func `the same seed does the same`() throws {
    func trace(_ seed: UInt64) throws -> [String] {
      let simulation = try Simulation(seed: seed)
      try? simulation.run(steps: 0..<60)
      return simulation.trace
    }
    for seed: UInt64 in 0..<5 { #expect(try trace(seed) == trace(seed), "STET_SEED=\(seed)") }
  }
}
