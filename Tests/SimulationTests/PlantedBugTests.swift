import Glibc
import Testing

/// The checks find what they are made for: each bug is caught by the simulation that the sound code passes.
@Suite struct `Planted bugs` {
  /// Whether each bug is tried with 1,000 runs; else with 200, which find nearly all.
  private static let isLong = getenv("STET_LONG") != nil

  /// All bugs; the one of `STET_BUG`, to look at it alone.
  private static let bugs = getenv("STET_BUG").flatMap { PlantedBug(rawValue: String(cString: $0)) }.map { [$0] }

  @Test(arguments: bugs ?? PlantedBug.allCases.filter { isLong || !$0.isRare })
  func `each is found within 1,000 runs`(bug: PlantedBug) {
    let seeds: Range<UInt64> = Self.isLong ? 0..<1_000 : 0..<200
    for (run, seed) in seeds.enumerated() {
      guard let found = SimulationCase(seed: seed).violation(with: bug),
        // A failure that the sound code has too is no finding.
        SimulationCase(seed: seed).violation() == nil
      else { continue }
      print("\(bug) found in run \(run + 1), seed \(seed): \(found.rule)")
      return
    }
    Issue.record("\(bug) was not found in \(seeds.count) runs")
  }
}

extension PlantedBug {
  /// Whether it shows itself in fewer than one of 200 runs: only the long run tries it.
  fileprivate var isRare: Bool {
    [.openFilesDropped, .newFileReplacesAnother, .temporaryNotSynced].contains(self)
  }
}
