import LargeFiles
import TestSupport
import Testing

@Suite struct `What is large` {
  static let cases: [(Int, LargeRule.Filter, LargeRule.Recorded, LargeRule.Verdict)] = [
    (9_999_999, .unspecified, .absent, .plain),
    (10_000_000, .unspecified, .absent, .pointer(needsAttribute: true)),
    (10_000_000, .unspecified, .plain, .pointer(needsAttribute: true)),
    (9_999_999, .unspecified, .plain, .plain),
    (1, .unspecified, .pointer, .pointer(needsAttribute: true)),
    (1, .lfs, .absent, .pointer(needsAttribute: false)),
    (1, .lfs, .plain, .pointer(needsAttribute: false)),
    (1, .lfs, .pointer, .pointer(needsAttribute: false)),
    (0, .lfs, .pointer, .plain),
    (99_000_000, .refused, .absent, .plain),
    (99_000_000, .other, .absent, .plain),
  ]

  @Test(arguments: cases)
  func `is decided by attribute, record and size`(
    size: Int, filter: LargeRule.Filter, recorded: LargeRule.Recorded, verdict: LargeRule.Verdict
  ) {
    #expect(LargeRule.standard.verdict(size: size, filter: filter, recorded: recorded) == verdict)
  }

  @Test func `stays so however the file's size goes`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var recorded = LargeRule.Recorded.absent
      for _ in 0..<20 {
        let size = Int.random(in: 1...20_000_000, using: &generator)
        let before = recorded
        switch LargeRule.standard.verdict(size: size, filter: .unspecified, recorded: recorded) {
        case .plain: recorded = .plain
        case .pointer: recorded = .pointer
        }
        #expect(before != .pointer || recorded == .pointer, "seed \(seed)")
      }
    }
  }

  @Test func `a pointer's text without the attribute is a text`() {
    let reading = PointerReading(Pointer(id: Samples.id(1), size: 5).bytes)
    #expect(LargeRule.isPlaceholder(reading, filter: .lfs))
    #expect(!LargeRule.isPlaceholder(reading, filter: .unspecified))
    #expect(!LargeRule.isPlaceholder(.none, filter: .lfs))
  }
}
