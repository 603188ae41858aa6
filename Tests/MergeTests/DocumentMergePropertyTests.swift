import Glibc
import Testing

/// Laws of merging documents. `STET_SEED=n` runs the one case of that seed; `STET_LONG=1` very many.
struct DocumentMergePropertyTests {
  private static let blocks = 40
  private static let seeds: [UInt64] = {
    if let seed = getenv("STET_SEED").flatMap({ UInt64(String(cString: $0)) }) { return [seed] }
    let count: UInt64 = getenv("STET_LONG") == nil ? 4_000 : 1_000_000
    return Array(0..<count)
  }()

  @Test(arguments: 0..<blocks)
  func `random documents merge the same from either side and lose nothing`(block: Int) {
    for seed in Self.seeds where seed % UInt64(Self.blocks) == UInt64(block) {
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
