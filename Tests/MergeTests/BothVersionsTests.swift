import Documents
import Merge
import Testing
import Values

struct BothVersionsTests {
  private struct Case: CustomTestStringConvertible {
    var testDescription: String
    var path: String
    var base: String
    var ours: String
    var theirs: String
    /// nil where the file cannot hold both.
    var both: String?
    var driver = MergeDriver.text
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "an array", path: "a.json", base: "[1]\n", ours: "[1, 2]\n", theirs: "[1, 3]\n",
      both: "[1, 2, 3]\n"),
    Case(
      testDescription: "an object with an array", path: "a.json", base: "{\"m\": [\n  1\n]}",
      ours: "{\"m\": [\n  1,\n  2\n]}",
      theirs: "{\"m\": [\n  1,\n  3\n]}", both: "{\"m\": [\n  1,\n  2,\n  3\n]}"),
    Case(
      testDescription: "one field", path: "a.json", base: "{\n\"a\": 1\n}", ours: "{\n\"a\": 2\n}",
      theirs: "{\n\"a\": 3\n}", both: nil),
    Case(
      testDescription: "JSON Lines", path: "a.jsonl", base: "", ours: "{\"a\": 1}", theirs: "{\"a\": 2}",
      both: "{\"a\": 1}\n{\"a\": 2}"),
    Case(
      testDescription: "one record of JSON Lines", path: "a.jsonl", base: "{\"id\": 1}\n",
      ours: "{\"id\": 1, \"a\": 1}\n", theirs: "{\"id\": 1, \"a\": 2}\n",
      both: "{\"id\": 1, \"a\": 1}\n{\"id\": 1, \"a\": 2}\n"),
    Case(
      testDescription: "no JSON", path: "a.json", base: "", ours: "a\n", theirs: "b\n", both: "a\nb\n"),
    Case(
      testDescription: "records by attribute", path: "a.list", base: "[]", ours: "[{\"k\": 1}]",
      theirs: "[{\"k\": 2}]", both: "[{\"k\": 1}, {\"k\": 2}]", driver: .records(key: "k")),
    Case(testDescription: "a text", path: "a.md", base: "a\n", ours: "b\n", theirs: "c\n", both: "b\nc\n"),
  ]

  @Test(arguments: cases)
  private func `both versions stand, or JSON stays JSON`(_ item: Case) {
    for (first, second) in [(item.ours, item.theirs), (item.theirs, item.ours)] {
      let text = BothVersions.text(
        base: Array(item.base.utf8), ours: Array(first.utf8), theirs: Array(second.utf8), path: item.path,
        driver: item.driver)
      #expect(text.map { String(decoding: $0, as: UTF8.self) } == item.both)
    }
  }

  @Test func `both versions of random records are JSON`() {
    for seed in UInt64(0)..<1_000 {
      let item = RecordCase(seed: seed)
      guard
        let text = BothVersions.text(
          base: item.base, ours: item.ours, theirs: item.theirs, path: item.path, driver: .text)
      else { continue }
      let isValid =
        item.path == "a.json"
        ? JSONNode(text) != nil
        : text.split(separator: UInt8(ascii: "\n")).allSatisfy { JSONNode(Array($0)) != nil }
      #expect(isValid, "\(item)")
    }
  }
}
