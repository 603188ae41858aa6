import Merge
import Testing

/// A rule of merging two versions of a document, checked from both sides.
struct DocumentMergeCase: CustomTestStringConvertible {
  var rule: String
  var base: String
  var ours: String
  var theirs: String
  /// The clean result, or nil where the sides overlap.
  var merged: String?
  var path = "a.md"
  var driver = MergeDriver.text
  var fallbacks: [MergeFallback] = []
  var testDescription: String { rule }

  /// Merges both ways and checks what comes out.
  func check() {
    let texts = [ours, theirs].map { Array($0.utf8) }
    for (first, second) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      let result = DocumentMerge.merge(
        base: Array(base.utf8), ours: first, theirs: second, path: path, driver: driver,
        judge: MergeJudge(first == texts[0] ? .ours : .theirs))
      if let merged {
        #expect(String(decoding: result.text.bytes, as: UTF8.self) == merged, "\(rule)")
        #expect(result.text.isClean, "\(rule)")
      } else {
        #expect(!result.text.isClean, "\(rule)")
      }
      #expect(result.fallbacks == fallbacks, "\(rule)")
    }
  }
}
