import Testing

/// Laws of merging documents.
struct DocumentMergePropertyTests {
  /// The seeds of this run; `STET_LONG=1` tries very many, `STET_SEED` repeats one.
  private static let blocks = Seeds.blocks(plain: 4_000, long: 600_000)

  @Test(arguments: blocks)
  func `random documents merge the same from either side and lose nothing`(seeds: Range<UInt64>) {
    for seed in seeds {
      let tried = DocumentCase(seed: seed)
      guard let law = tried.brokenLaw() else { continue }
      Issue.record("STET_SEED=\(seed): \(law) · \(tried.shrunk { $0.brokenLaw() == law })")
    }
  }

  @Test func `a case that fails is shrunk to what makes it fail`() {
    // Both sides have a word more that only they have: what is left of a case is these two words.
    func fails(_ tried: DocumentCase) -> Bool {
      let words = [tried.base, tried.ours, tried.theirs].map { text in
        Set(text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      }
      return !words[1].subtracting(words[0]).isEmpty && !words[2].subtracting(words[0]).isEmpty
    }
    let large = (0..<300).map { DocumentCase(seed: $0) }.filter(fails)
    #expect(large.count > 50)
    for tried in large {
      let small = tried.shrunk(while: fails)
      #expect(fails(small))
      #expect(small.base.isEmpty, "\(small)")
      for side in [small.ours, small.theirs] {
        #expect(side.count < 20 && !side.contains(UInt8(ascii: " ")), "\(small)")
      }
    }
  }
}

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
