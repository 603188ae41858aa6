import Merge
import Testing

struct AttributeRulesTests {
  private static let rules = AttributeRules(
    Array(
      """
      # logs
      activity.md merge=union
      /Chats/*.jsonl text merge=union
      Journal/**/log.md\tmerge=union
      *.p[nd][gf] binary
      *.bin -merge
      /Chats/private.jsonl merge=text
      folder/ merge=union
      [x merge=union
      *.records merge=stet-records stet-key=uuid
      /odd.records -stet-key
      /more.records stet-key=name
      *.list merge=stet-records
      /Feed/own.jsonl merge
      """.utf8))

  @Test(
    arguments: [
      ("activity.md", .union), ("Research/activity.md", .union), ("activity.mdx", .text), ("Chats/a.jsonl", .union),
      ("x/Chats/a.jsonl", .text), ("Chats/x/a.jsonl", .text), ("Journal/log.md", .union),
      ("Journal/2026/05/log.md", .union), ("log.md", .text), ("a.png", .binary), ("d/a.pdf", .binary),
      ("a.pxg", .text), ("a.bin", .binary), ("Chats/private.jsonl", .text), ("folder", .text), ("[x", .union),
      ("a.records", .records(key: "uuid")), ("odd.records", .records(key: "id")),
      ("more.records", .records(key: "name")), ("d/a.list", .records(key: "id")),
      ("Feed/feed.jsonl", .records(key: "id")), ("Feed/own.jsonl", .text), ("Feed/x/a.jsonl", .text),
      ("x/Feed/feed.jsonl", .text), ("Feed/README.md", .text),
    ] as [(String, MergeDriver)])
  func `the last matching line decides`(path: String, driver: MergeDriver) {
    #expect(Self.rules.driver(path) == driver)
  }

  @Test func `a hostile line takes no time`() {
    let rules = AttributeRules(Array((String(repeating: "*a", count: 12) + "b merge=union").utf8))
    #expect(rules.driver(String(repeating: "a", count: 200)) == .text)
  }
}
