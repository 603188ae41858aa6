import Documents
import Testing

@Suite struct FrontMatterMappingTests {
  private static let document =
    "---\r\na: 1\r\nm: # note\r\n   x: 'one'\r\n   # two\r\n   y: 2\r\nb: 2\r\n---\r\nText\r\n"

  @Test func `the texts of a mapping are read in order, also in brackets`() {
    let pairs = FrontMatter(Array(Self.document.utf8))?.mapping(of: "m") ?? []
    #expect(pairs.map(\.key) == ["x", "y"] && pairs.map(\.value) == ["one", "2"])
    #expect(FrontMatter(Array("---\nm: {x: 1, y: [2]}\n---\n".utf8))?.mapping(of: "m")?.map(\.value) == ["1", nil])
    #expect(FrontMatter(Array("---\nm: text\n---\n".utf8))?.mapping(of: "m") == nil)
    #expect(FrontMatter(Array("---\na: 1\n---\n".utf8))?.mapping(of: "m") == nil)
  }

  @Test(
    arguments: [
      ("x", "it's", "'one'", "'it''s'"), ("y", "three", "y: 2", "y: three"),
      ("z", "7", "   y: 2\r\n", "   y: 2\r\n   z: \"7\"\r\n"),
      ("x", nil, "   x: 'one'\r\n", ""), ("none", nil, "", ""),
    ] as [(String, String?, String, String)])
  func `one line of a mapping changes`(key: String, value: String?, old: String, new: String) throws {
    let changed = try #require(FrontMatter(Array(Self.document.utf8))?.setting(key, to: value, in: "m"))
    #expect(
      String(decoding: changed, as: UTF8.self)
        == (old.isEmpty ? Self.document : Self.document.replacing(old, with: new)))
  }

  @Test func `a missing mapping is added at the end`() {
    let added = FrontMatter(Array("---\na: 1\n---\nText".utf8))?.setting("x", to: "#1", in: "m")
    #expect(added == Array("---\na: 1\nm:\n  x: \"#1\"\n---\nText".utf8))
    let first = FrontMatter(Array("---\nm:\na: 1\n---\n".utf8))?.setting("x", to: "1 a", in: "m")
    #expect(first == Array("---\nm:\n  x: 1 a\na: 1\n---\n".utf8))
  }

  @Test(arguments: ["m: {x: 1}", "m: text", "m:\n  - x", "m:\n  x: |\n    1", "m:\n  x: [1]", "m: &a\n  x: 1"])
  func `a mapping in another form is not changed`(line: String) {
    #expect(FrontMatter(Array("---\n\(line)\n---\n".utf8))?.setting("x", to: "2", in: "m") == nil)
  }

  @Test func `a document is made of keys and a mapping`() {
    let bytes = FrontMatter.document([(key: "name", value: "a: b")], mapping: "m", [(key: "x", value: "true")])
    #expect(bytes == Array("---\nname: \"a: b\"\nm:\n  x: \"true\"\n---\n".utf8))
  }
}
