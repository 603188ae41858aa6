import Merge
import TestSupport

/// A document and two versions of it, with the laws that merging them must keep.
struct DocumentCase: Hashable, CustomStringConvertible {
  /// The text that both sides began with, more or less.
  var base: [UInt8]
  /// One side's version.
  var ours: [UInt8]
  /// The other's.
  var theirs: [UInt8]

  /// The case of a seed.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var words = 0
    var (base, ours) = (RandomDocument(&random, words: &words), RandomDocument(&random, words: &words))
    if Int.random(in: 0..<20, using: &random) > 0 { ours = base }
    var theirs = base
    for _ in 0..<Int.random(in: 0...4, using: &random) { ours.change(&random, words: &words) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { theirs.change(&random, words: &words) }
    if Int.random(in: 0..<10, using: &random) == 0 { base.change(&random, words: &words) }
    self.init(base: base.bytes, ours: ours.bytes, theirs: theirs.bytes)
  }

  /// A case of given texts.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  var description: String {
    let texts = [base, ours, theirs].map { String(decoding: $0, as: UTF8.self).debugDescription }
    return "base \(texts[0]), ours \(texts[1]), theirs \(texts[2])"
  }

  /// The first law that does not hold; nil where all do.
  func brokenLaw() -> String? {
    let result = Self.merge(base, ours, theirs, .ours)
    let mirrored = Self.merge(base, theirs, ours, .theirs)
    if result.text.bytes != mirrored.text.bytes { return "the text is the same from either side" }
    if result.text.isClean != mirrored.text.isClean { return "a conflict is one from either side" }
    if result.fallbacks != mirrored.fallbacks { return "the merge is as coarse from either side" }
    if Self.merge(base, ours, base, .theirs).text != .clean(ours) { return "with the base it is the other side" }
    if Self.merge(base, ours, ours, .theirs).text != .clean(ours) { return "with itself it is the side" }
    if Self.merge(ours, result.text.bytes, ours, .theirs).text != .clean(result.text.bytes) {
      return "a merge that was taken over changes nothing"
    }
    return brokenLaw(of: result.text)
  }

  /// No word is in the result that neither side has; none is missing from it and from the conflicts' versions that
  /// nobody deleted.
  private func brokenLaw(of result: MergedText) -> String? {
    let (old, our, their) = (Self.words(base), Self.words(ours), Self.words(theirs))
    let merged = Self.words(result.bytes)
    if !merged.isSubset(of: our.union(their)) { return "no word is nobody's" }
    // A text that one side moved into an overlap is in that overlap's version.
    var known = merged
    if case .overlapping(_, let regions) = result {
      for region in regions {
        known.formUnion(Self.words(Array(TextLines(ours)[region.ours])))
        known.formUnion(Self.words(Array(TextLines(theirs)[region.theirs])))
      }
    }
    for (side, other) in [(our, their), (their, our)] {
      for word in side.subtracting(known) where !old.contains(word) || other.contains(word) { return "no word is lost" }
    }
    return nil
  }

  private static func merge(_ base: [UInt8], _ one: [UInt8], _ two: [UInt8], _ side: MergeSide) -> MergedDocument {
    DocumentMerge.merge(base: base, ours: one, theirs: two, path: "a.md", driver: .text, judge: MergeJudge(side))
  }

  private static func words(_ text: [UInt8]) -> Set<[UInt8]> {
    let parts = text.split { byte in
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    // The number of an item is none.
    return Set(parts.filter { $0.first.map { $0 >= UInt8(ascii: "a") } ?? false }.map(Array.init))
  }
}
