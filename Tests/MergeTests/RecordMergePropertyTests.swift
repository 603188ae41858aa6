import Testing

/// Laws of merging records.
struct RecordMergePropertyTests {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one.
  private static let blocks = Seeds.blocks(plain: 4_000, long: 400_000)

  @Test(arguments: blocks)
  func `random records merge the same from either side, to JSON, and lose nothing`(seeds: Range<UInt64>) {
    for seed in seeds {
      let tried = RecordCase(seed: seed)
      if let law = tried.brokenLaw() { Issue.record("\(law) · \(tried)") }
    }
  }
}
