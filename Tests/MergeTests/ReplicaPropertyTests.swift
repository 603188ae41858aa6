import Glibc
import Testing

/// Random folders on three machines; `STET_LONG=1` tries a million cases, `STET_SEED` repeats one.
struct ReplicaPropertyTests {
  private static let blocks: Range<UInt64> = getenv("STET_LONG") == nil ? 0..<8 : 0..<2_000
  private static let size: UInt64 = getenv("STET_LONG") == nil ? 250 : 500

  @Test(arguments: blocks)
  func `three machines come to rest with one tree, one list of conflicts and every line`(block: UInt64) {
    if let seed = getenv("STET_SEED").flatMap({ UInt64(String(cString: $0)) }) {
      return block == 0 ? check(seed) : ()
    }
    for seed in (block * Self.size)..<((block + 1) * Self.size) { check(seed) }
  }

  private func check(_ seed: UInt64) {
    let tried = ReplicaCase(seed: seed)
    guard tried.violation() != nil else { return }
    let smallest = tried.shrunk()
    Issue.record("\(smallest.violation() ?? "passes when repeated") · \(smallest)")
  }
}
