import Glibc
import Testing

@Suite struct `Two machines` {
  private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

  /// The seeds of this run: one from `STET_SEED`, many with `STET_LONG=1`.
  private static var seeds: [UInt64] {
    if let seed = number("STET_SEED") { return [seed] }
    return Array(0..<(number("STET_LONG") == nil ? 250 : 20_000))
  }

  @Test func `come to rest with equal folders, all words kept and under their authors' names`() throws {
    for seed in Self.seeds {
      var simulation: Simulation?
      do {
        let made = try Simulation(seed: seed)
        simulation = made
        try made.run(steps: 60)
      } catch {
        let trace = Self.number("STET_SEED") == nil ? "" : "\n" + (simulation?.trace.joined(separator: "\n") ?? "")
        Issue.record("STET_SEED=\(seed): \(error)\(trace)")
      }
    }
  }

  @Test func `the same seed does the same`() throws {
    func trace(_ seed: UInt64) throws -> [String] {
      let simulation = try Simulation(seed: seed)
      try? simulation.run(steps: 60)
      return simulation.trace
    }
    for seed: UInt64 in 0..<5 { #expect(try trace(seed) == trace(seed), "STET_SEED=\(seed)") }
  }
}
