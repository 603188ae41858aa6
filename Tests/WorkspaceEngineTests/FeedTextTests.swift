import GitObjects
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// Records of the feed as lines of JSON, and the rules of a publication.
@Suite struct FeedTextTests {
  private static let record = FeedRecord(
    id: "a1", time: "2026-05-02T10:00:00Z", headline: "Blue \"whales\"", content: "One\nline\t\u{1F433}", bookId: "b",
    agent: "Reader", session: "s", links: ["Research/b/notes.md"])

  @Test func `a record is one line and is read back as it was`() {
    let line = Self.record.line
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1 && line.last == UInt8(ascii: "\n"))
    #expect(FeedText(line).records == [Self.record])
    #expect(String(decoding: line, as: UTF8.self).hasPrefix(Self.record.mark))
    var bare = Self.record
    (bare.bookId, bare.agent, bare.session, bare.links) = (nil, nil, nil, [])
    #expect(FeedText(bare.line).records == [bare])
    #expect(!String(decoding: bare.line, as: UTF8.self).contains("null"))
  }

  @Test(arguments: [
    ("2026-05-02T10:00:05Z", "2026-05-02T10:00:00Z"), ("2026-05-02T10:00:00Z", "2026-05-02T10:00:00Z"),
    ("2026-05-02T11:59:59+02:00", "2026-05-02T11:59:59+02:00"), ("2026-05-02T08:00:00-05:00", "2026-05-02T10:00:00Z"),
  ])
  func `a record's time is its own, at the latest the time of the commit`(commit: String, shown: String) {
    let author = AuthorRecord(kind: "agent", name: "Other", session: nil)
    let record = Self.record.proven(by: .init(author: author, time: commit), now: "2026-05-03T00:00:00Z")
    #expect(record.time == shown && record.agent == "Other" && record.session == nil && record.author == author)
  }

  @Test func `a record that history does not have names nobody, and is not later than now`() {
    let record = Self.record.proven(by: nil, now: "2026-05-01T00:00:00Z")
    #expect(record.agent == nil && record.session == nil && record.author == nil)
    #expect(record.time == "2026-05-01T00:00:00Z")
  }

  @Test func `a line that is no record hides no other line, and is counted`() {
    let good = String(decoding: Self.record.line, as: UTF8.self)
    let other = good.replacing("a1", with: "a2")
    let lines = [
      good, "{\"id\":\"x\"\n", "\n", "  \r\n", "[1]\n", "{\"id\":\"\",\"headline\":\"h\",\"time\":\"2026-05-02\"}\n",
      "{\"id\":\"t\",\"headline\":\"h\",\"time\":\"soon\"}\n",
      "{\"id\":1,\"headline\":\"h\",\"time\":\"2026-05-02\"}\n",
      other.replacing("\n", with: "\r\n"), good.dropLast(2) + other,
    ]
    let text = FeedText(Array(lines.joined().utf8))
    #expect(text.records.map(\.id) == ["a1", "a2"])
    #expect(text.broken == [2, 5, 6, 7, 8, 10] && text.places == [1, 9])
    #expect(FeedText([0xEF, 0xBB, 0xBF] + Self.record.line).records.count == 1)
    #expect(FeedText([]) == FeedText(Array("\n\n".utf8)))
  }

  @Test func `members that a record does not have are ignored`() {
    let line = "{\"time\":\"2026-05-02T10:00:00+02:00\",\"mood\":[1],\"headline\":\"h\",\"id\":\"i\",\"content\":7}"
    #expect(FeedText(Array(line.utf8)).records.map(\.content) == [""])
  }

  @Test func `only records whose ids are new were added, each once`() {
    let old = Self.record.line
    var new = Self.record
    new.id = "a2"
    var changed = Self.record
    changed.headline = "Other"
    #expect(FeedText.added(by: new.line + changed.line + new.line, to: [old]).map(\.id) == ["a2"])
    #expect(FeedText.added(by: old + new.line + old, to: [old]).map(\.id) == ["a2"])
    #expect(FeedText.added(by: old + new.line, to: [old, new.line]).isEmpty)
    #expect(FeedText.added(by: old, to: []).map(\.id) == ["a1"])
    #expect(FeedText.added(by: [], to: [old]).isEmpty)
  }

  @Test(arguments: [
    ("Feed/feed.jsonl", true), ("Feed/feed-2.jsonl", true), ("Feed/own.jsonl", true), ("Feed/a/feed.jsonl", false),
    ("Feed/README.md", false), ("Feeds/feed.jsonl", false), ("feed.jsonl", false), ("Feed", false), ("", false),
  ])
  func `the feed is the lines of JSON in its folder`(path: String, isOne: Bool) {
    #expect(FeedFile.isOne(path) == isOne)
  }

  @Test(arguments: [
    ("Whales", "text", nil, nil),
    ("  Whales  ", "\n text\r\nmore\n\n", nil, nil),
    (String(repeating: "ä", count: 200), "text", nil, nil),
    (String(repeating: "ä", count: 201), "text", nil, "The headline has 201 characters; at most 200 are taken."),
    ("", "text", nil, "The headline is empty."), (" \t ", "text", nil, "The headline is empty."),
    ("One\nTwo", "text", nil, "The headline has several lines."),
    ("One\tTwo", "text", nil, "The headline contains the control character U+0009."),
    ("Red \u{1b}[31m", "text", nil, "The headline contains the control character U+001B."),
    ("One\u{2028}Two", "text", nil, "The headline contains the control character U+2028."),
    ("Whales", "", nil, "The content is empty."), ("Whales", " \n\r\n ", nil, "The content is empty."),
    ("Whales", "a\tb\nc", nil, nil),
    ("Whales", "bell \u{7}", nil, "The content contains the control character U+0007."),
    ("Whales", "nul \u{0}", nil, "The content contains the control character U+0000."),
    ("Whales", "a\rb", nil, "The content contains the control character U+000D."),
    ("Whales", String(repeating: "x", count: 65_536), nil, nil),
    ("Whales", String(repeating: "x", count: 65_537), nil, "The content has 65537 bytes; at most 65536 are taken."),
    ("Whales", "text", "book_123", nil), ("Whales", "text", " ", "The book's id is empty."),
    ("Whales", "text", String(repeating: "ä", count: 101), "The book's id has 202 bytes; at most 200 are taken."),
  ])
  func `a publication keeps the limits, or is refused`(
    headline: String, content: String, book: String?, refusal: String?
  ) throws {
    let request = PublishRequest(headline: headline, content: content, bookId: book)
    do {
      let checked = try FeedRules.checked(request)
      #expect(refusal == nil)
      #expect(!checked.content.contains("\r") && checked.headline.first?.isWhitespace == false)
    } catch {
      #expect(error.what == refusal && error.code == .usage && error.kept != nil && error.next != nil)
    }
  }

  @Test(arguments: [
    ("See [notes](Research/b/notes.md) and [them](Research/b/notes.md).", ["Research/b/notes.md"]),
    (
      "[a](a.md \"title\") [b](<b c.md>) [c](./c.md#part) [d](d%20e.md) [e](e(1).md)",
      ["a.md", "b c.md", "c.md", "d e.md", "e(1).md"]
    ),
    ("[w](https://example.org/a) [m](mailto:a@b) [r](/etc/passwd) [p](#part) [u](../x) [g](.git/config) []()", []),
    ("![image](Exports/a.png)", ["Exports/a.png"]), ("[open](a.md", []), ("a](b.md", []), ("no link", []),
  ])
  func `links of the text that name files are links of the record`(text: String, links: [String]) {
    #expect(FeedLinks.links(in: text) == links)
  }

  @Test func `named files come before those of the text, each once, and must be paths`() throws {
    let request = PublishRequest(headline: "h", content: "[b](b.md) [a](a.md)", links: ["a.md", "c.md"])
    #expect(try FeedRules.checked(request).links == ["a.md", "c.md", "b.md"])
    for link in ["../a.md", "/a.md", ""] {
      #expect(throws: VerbError.self) {
        try FeedRules.checked(PublishRequest(headline: "h", content: "c", links: [link]))
      }
    }
    let many = PublishRequest(headline: "h", content: "c", links: (0..<51).map { "\($0).md" })
    #expect(throws: VerbError.self) { try FeedRules.checked(many) }
  }
}
