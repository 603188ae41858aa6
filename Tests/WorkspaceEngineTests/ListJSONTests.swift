import WorkspaceAPI
import FoundationEssentials
import GitObjects
import TestSupport
import Testing
import WorkspaceEngine

@Suite struct ListJSONTests {
  private static let texts = [
    "", "a.md", "Research/whales é.md", "quote \" and \\ and /", "tab\tnewline\nreturn\r",
    "\u{1}\u{8}\u{c}\u{1f}\u{7f}", "\u{2028} 🐋", "{\"path\":1}", String(repeating: "long/", count: 60),
  ]

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private static func entry(_ random: inout SeededGenerator) -> ListEntry {
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    let sizes = [0, 7, 123_456_789_012, Int.max, -1]
    func size() -> Int { sizes.randomElement(using: &random) ?? 0 }
    var entry = ListEntry(path: text(), kind: text(), size: maybe(size()), token: maybe(.emptyBlob))
    entry.isProtected = maybe(Bool.random(using: &random))
    entry.large = maybe(
      LargeFileState(
        path: text(), size: size(), oid: text(), state: text(), upload: text(), percent: maybe(size()),
        moved: maybe(size()), isPinned: Bool.random(using: &random), problem: maybe(text()), outcome: maybe(text())))
    return entry
  }

  @Test(arguments: Seeds.blocks(plain: 400, long: 100_000))
  func `a list is written and read as Codable would`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let list = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self.entry(&random) }
      let json = ListEntry.json(list)
      try #require(json == [UInt8](try Self.encoder().encode(list)), "seed \(seed)")
      // Codable reads the lists that the fast reader refuses.
      if let read = ListEntry.list(json: json) { try #require(ListEntry.json(read) == json, "seed \(seed)") }
    }
  }

  @Test func `a list without escapes is read`() throws {
    var entry = ListEntry(path: "Research/whales é 🐋.md", kind: "file", size: 161, token: .emptyBlob)
    entry.isProtected = true
    entry.large = LargeFileState(
      path: "a", size: 0, oid: "b", state: "current", upload: "uploaded", percent: 7, moved: 8, isPinned: false,
      problem: "none", outcome: "done")
    for list in [[], [entry], [entry, ListEntry(path: "a", kind: "folder", size: nil, token: nil)]] {
      let json = ListEntry.json(list)
      #expect(try ListEntry.json(#require(ListEntry.list(json: json))) == json)
    }
  }

  @Test(arguments: [
    "", "[", "[]x", "[{}]", #"[{"path":"a"}]"#, #"[{"path":"a","kind":"file"},]"#,
    #"[{"path":"a","kind":"file","x":1}]"#,
    #"[{"path":"a\n","kind":"file"}]"#, #"[{"path":"a","kind":"file","size":12345678901234567890}]"#,
    #"[{"path":"a","kind":"file","token":"12"}]"#, #"[{"path":"a","kind":"file","size":1.5}]"#, #"[ ]"#,
  ])
  func `any other text is left to Codable`(text: String) {
    #expect(ListEntry.list(json: Array(text.utf8)) == nil)
  }
}
