internal import Testing
internal import Values

/// `publish_to_feed`.
@Suite struct FeedToolTests {
  private static let file = "Feed/feed.jsonl"

  private static func lines(_ folder: DoorFolder) -> [JSONValue] {
    (folder.text(file) ?? "").split(separator: "\n").compactMap { JSONValue(line: Array($0.utf8)) }
  }

  @Test func `the seed's call adds a record under the agent's name`() async throws {
    try await DoorFolder.use { folder in
      let done = await folder.call(
        "publish_to_feed", ["bookId": "book_123", "content": "See [it](Research/a.md).", "headline": "Whales"])
      #expect(done.text?.hasPrefix("Published to feed") == true)
      let record = try #require(Self.lines(folder).first)
      #expect(record["headline"] == "Whales" && record["bookId"] == "book_123" && record["agent"] == "robot")
      #expect(record["links"] == ["Research/a.md"] && record["id"] == done.structured?["id"])
      #expect(try await folder.lastChange(Self.file)?.tool == "publish_to_feed")
    }
  }

  @Test func `a repeated call adds nothing, in the next connection and after a restart either`() async throws {
    let call: JSONValue = ["content": "text", "headline": "Whales", "session": "s"]
    let named: JSONValue = ["content": "text", "headline": "Whales", "session": "s", "call": "c1"]
    let other: JSONValue = ["content": "other text", "headline": "Whales", "session": "s", "call": "c1"]
    try await DoorFolder.use { folder in
      for run in ["r1", "r2"] { #expect(await folder.call("publish_to_feed", call, run: run).isError == false) }
      #expect(await folder.call("publish_to_feed", named).isError == false)
      let again = await folder.call("publish_to_feed", other)
      #expect(again.text?.contains("already") == true && again.structured?["isNew"] == false)
      #expect(Self.lines(folder).count == 2)
    } afterRestart: { folder in
      for arguments in [call, named, other] {
        #expect(await folder.call("publish_to_feed", arguments).isError == false)
      }
      #expect(Self.lines(folder).count == 2)
    }
  }

  @Test func `a publication that breaks a rule is refused with the rule`() async throws {
    try await DoorFolder.use { folder in
      for (headline, content, word) in [("", "x", "headline"), ("h", " ", "content"), ("a\nb", "x", "lines")] {
        let refused = await folder.call(
          "publish_to_feed", ["content": .string(content), "headline": .string(headline)])
        #expect(refused.isError && refused.words.contains(word), "\(refused.words)")
      }
      let outside = await folder.call(
        "publish_to_feed", ["content": "x", "headline": "h", "links": ["/etc/passwd"]])
      #expect(outside.isError)
      #expect(folder.text(Self.file) == nil)
    }
  }
}
