import Glibc
import Merge
import Testing

/// Laws of merging documents. `STET_SEED=n` runs the one case of that seed; `STET_LONG=1` a million.
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
      if let broken = Self.brokenLaw(seed) {
        Issue.record("STET_SEED=\(seed): \(broken)")
        return
      }
    }
  }

  /// The first law that a case breaks.
  private static func brokenLaw(_ seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var words = 0
    var (base, ours) = (RandomDocument(&random, words: &words), RandomDocument(&random, words: &words))
    if Int.random(in: 0..<20, using: &random) > 0 { ours = base }
    var theirs = base
    for _ in 0..<Int.random(in: 0...4, using: &random) { ours.change(&random, words: &words) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { theirs.change(&random, words: &words) }
    if Int.random(in: 0..<10, using: &random) == 0 { base.change(&random, words: &words) }
    let (old, our, their) = (base.bytes, ours.bytes, theirs.bytes)
    func merge(_ old: [UInt8], _ one: [UInt8], _ two: [UInt8], _ side: MergeSide) -> MergedDocument {
      DocumentMerge.merge(base: old, ours: one, theirs: two, path: "a.md", driver: .text, judge: MergeJudge(side))
    }
    let result = merge(old, our, their, .ours)
    let mirrored = merge(old, their, our, .theirs)
    if result.text.bytes != mirrored.text.bytes { return "the text depends on the order of the sides" }
    if result.text.isClean != mirrored.text.isClean { return "a conflict depends on the order of the sides" }
    if result.fallbacks != mirrored.fallbacks { return "the coarser merge depends on the order of the sides" }
    if merge(old, our, old, .theirs).text != .clean(our) { return "with the base it is not the other side" }
    if merge(old, our, our, .theirs).text != .clean(our) { return "with itself it is not the side" }
    if merge(our, result.text.bytes, our, .theirs).text != .clean(result.text.bytes) {
      return "a merge that was taken over changes something"
    }
    return loss(old, our, their, result.text)
  }

  /// A word that is neither in the result nor in a conflict's version, and that nobody deleted; or one that nobody has.
  private static func loss(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ result: MergedText) -> String? {
    let (old, our, their, merged) = (words(base), words(ours), words(theirs), words(result.bytes))
    if let stranger = merged.subtracting(our).subtracting(their).first { return "'\(stranger)' is nobody's" }
    // What one side moved into an overlap stands in that overlap's version.
    var versions: Set<String> = []
    if case .overlapping(_, let regions) = result {
      for region in regions {
        versions.formUnion(words(Array(TextLines(ours)[region.ours])))
        versions.formUnion(words(Array(TextLines(theirs)[region.theirs])))
      }
    }
    for (side, other) in [(our, their), (their, our)] {
      for word in side.subtracting(merged).subtracting(versions) where !old.contains(word) || other.contains(word) {
        return "'\(word)' is lost"
      }
    }
    return nil
  }

  private static func words(_ text: [UInt8]) -> Set<String> {
    let parts = text.split { byte in
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    return Set(parts.map { String(decoding: $0, as: UTF8.self) })
  }
}
