import Merge
import Testing

struct RecordMergeTests {
  private static func item(
    _ rule: String, _ base: String, _ ours: String, _ theirs: String, _ merged: String?, path: String = "a.json",
    key: String = "id", fallbacks: [MergeFallback] = []
  ) -> DocumentMergeCase {
    DocumentMergeCase(
      rule: rule, base: base, ours: ours, theirs: theirs, merged: merged, path: path, driver: .records(key: key),
      fallbacks: fallbacks)
  }

  private static let cases: [DocumentMergeCase] = [
    item(
      "both append", #"[{"id": 1}]"#, #"[{"id": 1}, {"id": 3}]"#, #"[{"id": 1}, {"id": 2}]"#,
      #"[{"id": 1}, {"id": 2}, {"id": 3}]"#),
    item(
      "fields of one record", #"[{"id": 1, "a": 1, "b":  1}]"#, #"[{"id": 1, "a": 2, "b":  1}]"#,
      #"[{"id": 1, "a": 1, "b":  2}]"#, #"[{"id": 1, "a": 2, "b":  2}]"#),
    item("one field", #"[{"id": 1, "a": 1}]"#, #"[{"id": 1, "a": 2}]"#, #"[{"id": 1, "a": 3}]"#, nil),
    item("deleted and changed", #"[{"id": 1, "a": 1}]"#, "[]", #"[{"id": 1, "a": 3}]"#, nil),
    item(
      "deleted and another changed", #"[{"id": 1, "a": 1},{"id": 2, "a": 1}]"#, #"[{"id": 2, "a": 1}]"#,
      #"[{"id": 1, "a": 1},{"id": 2, "a": 2}]"#, #"[{"id": 2, "a": 2}]"#),
    item(
      "bytes that nobody changed stay", "[\n  {\"id\":1,   \"x\":[1,2 ]},\n  { \"id\":2, \"n\":1.0 }\n]\n",
      "[\n  {\"id\":1,   \"x\":[1,2 ]},\n  { \"id\":2, \"n\":1.5 }\n]\n",
      "[\n  {\"id\":1,   \"x\":[1,2 ]},\n  { \"id\":2, \"n\":1.0 },\n  {\"id\":3}\n]\n",
      "[\n  {\"id\":1,   \"x\":[1,2 ]},\n  { \"id\":2, \"n\":1.5 },\n  {\"id\":3}\n]\n"),
    item(
      "records without a key, both append", #"{"t": [{"w": 1}]}"#, #"{"t": [{"w": 1}, {"w": 3}]}"#,
      #"{"t": [{"w": 1}, {"w": 2}]}"#, #"{"t": [{"w": 1}, {"w": 2}, {"w": 3}]}"#),
    item(
      "messages of a conversation, both append", #"{"messages":[{"role":"user","content":"Hi"}]}"#,
      #"{"messages":[{"role":"user","content":"Hi"},{"role":"user","content":"B"}]}"#,
      #"{"messages":[{"role":"user","content":"Hi"},{"role":"agent","content":"A"}]}"#,
      #"{"messages":[{"role":"user","content":"Hi"},{"role":"agent","content":"A"},{"role":"user","content":"B"}]}"#),
    item(
      "two new conversations of one name", "", #"{"messages": [{"content": "B"}]}"#,
      #"{"messages": [{"content": "A"}]}"#,
      #"{"messages": [{"content": "A"}, {"content": "B"}]}"#),
    item(
      "one edits a record without a key, the other appends", #"[{"role": 1, "t": 1}]"#, #"[{"role": 1, "t": 2}]"#,
      #"[{"role": 1, "t": 1}, {"role": 2, "t": 3}]"#, #"[{"role": 1, "t": 2}, {"role": 2, "t": 3}]"#),
    item(
      "both edit fields of one record without a key", #"[{"r": 1, "s": 1, "t": 1}]"#, #"[{"r": 1, "s": 1, "t": 2}]"#,
      #"[{"r": 2, "s": 1, "t": 1}]"#, #"[{"r": 2, "s": 1, "t": 2}]"#),
    item(
      "one deletes a record without a key that the other edits", #"[{"r": 1, "s": 1}, {"r": 2}]"#,
      #"[{"r": 1, "s": 2}, {"r": 2}]"#, #"[{"r": 2}]"#, nil),
    item(
      "some records have a key", #"[{"id": 1, "t": 1}, {"t": 2}]"#, #"[{"id": 1, "t": 3}, {"t": 2}]"#,
      #"[{"id": 1, "t": 1}, {"t": 2}, {"id": 4}]"#, #"[{"id": 1, "t": 3}, {"t": 2}, {"id": 4}]"#),
    item(
      "one writes the file with other spaces", #"[{"id": 1}, {"id": 2}]"#, "[\n  {\"id\": 1},\n  {\"id\": 2}\n]",
      #"[{"id": 1}, {"id": 2}, {"id": 3}]"#, #"[{"id": 1}, {"id": 2}, {"id": 3}]"#),
    item("places in an array", #"{"at": [1, 2]}"#, #"{"at": [3, 2]}"#, #"{"at": [1, 4]}"#, nil),
    item(
      "both fill an empty array", "{\n  \"t\": []\n}\n", "{\n  \"t\": [{\"id\": 2}]\n}\n",
      "{\n  \"t\": [{\"id\": 1}]\n}\n",
      "{\n  \"t\": [{\"id\": 1}, {\"id\": 2}]\n}\n"),
    item(
      "another key", #"[{"k": "x", "a": 1}]"#, #"[{"k": "x", "a": 1}, {"k": "z"}]"#, #"[{"k": "x", "a": 2}]"#,
      #"[{"k": "x", "a": 2}, {"k": "z"}]"#, key: "k"),
    item(
      "lines, both append", "{\"id\":1}\n", "{\"id\":1}\n{\"id\":3}\n", "{\"id\":1}\n{\"id\":2}\n",
      "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", path: "a.jsonl"),
    item(
      "lines, fields of one record", "{\"id\":1,\"a\":1,\"b\":1}\n", "{\"id\":1,\"a\":2,\"b\":1}\n",
      "{\"id\":1,\"a\":1,\"b\":2}\n", "{\"id\":1,\"a\":2,\"b\":2}\n", path: "a.jsonl"),
    item(
      "lines without a key, both append", "{\"m\":1}\n{\"m\":1}\n", "{\"m\":1}\n{\"m\":1}\n{\"m\":1}\n",
      "{\"m\":1}\n{\"m\":1}\n{\"m\":2}\n", "{\"m\":1}\n{\"m\":1}\n{\"m\":1}\n{\"m\":2}\n", path: "a.jsonl"),
    item(
      "lines whose key stands twice are told apart by their bytes", "{\"id\":1}\n",
      "{\"id\":1}\n{\"id\":1,\"a\":1}\n", "{\"id\":1}\n{\"id\":1,\"a\":2}\n",
      "{\"id\":1}\n{\"id\":1,\"a\":1}\n{\"id\":1,\"a\":2}\n", path: "a.jsonl"),
    item(
      "lines without a last end", "{\"id\":1}", "{\"id\":1}\n{\"id\":2}", "{\"id\":1,\"a\":1}",
      "{\"id\":1,\"a\":1}\n{\"id\":2}",
      path: "a.jsonl"),
    item(
      "lines, a blank one that one side deletes", "{\"id\":1}\n\n{\"id\":2}\n", "{\"id\":1}\n{\"id\":2}\n",
      "{\"id\":1}\n\n{\"id\":2}\n{\"id\":3}\n", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", path: "a.jsonl"),
    item(
      "lines, a blank one that one side adds", "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}\n\n{\"id\":2}\n",
      "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", "{\"id\":1}\n\n{\"id\":2}\n{\"id\":3}\n", path: "a.jsonl"),
    item(
      "no JSON, by lines", "[1,\n2,\n3\n", "[1,\n5,\n3\n", "[1,\n6,\n3\n", nil, fallbacks: [.recordsByLines]),
    item(
      "a torn line, by lines", "{\"id\":1}\n{\"i", "{\"id\":1}\n{\"i", "{\"id\":2}\n{\"i", "{\"id\":2}\n{\"i",
      path: "a.jsonl"),
    item(
      "both append behind a torn line", "{\"id\":1}\n{\"i\n", "{\"id\":1}\n{\"i\n{\"id\":2}\n",
      "{\"id\":1}\n{\"i\n{\"id\":3}\n", "{\"id\":1}\n{\"i\n{\"id\":2}\n{\"id\":3}\n", path: "a.jsonl"),
    item(
      "a torn line that one side adds", "{\"id\":1}\n", "{\"id\":1}\n{\"i\n", "{\"id\":1}\n{\"id\":3}\n",
      "{\"id\":1}\n{\"id\":3}\n{\"i\n", path: "a.jsonl"),
    item(
      "a torn line that one side repairs, by lines", "{\"i\n{\"id\":1}\n", "{\"id\":2}\n{\"id\":1}\n",
      "{\"i\n{\"id\":1}\n{\"id\":3}\n", "{\"id\":2}\n{\"id\":1}\n{\"id\":3}\n", path: "a.jsonl",
      fallbacks: [.recordsByLines]),
    item(
      "one record that both add at different times", "", "{\"id\":1,\"time\":\"2026-05-02T10:00:07Z\",\"a\":1}\n",
      "{\"id\":1,\"a\":1,\"time\":\"2026-05-02T11:00:05+01:00\"}\n",
      "{\"id\":1,\"a\":1,\"time\":\"2026-05-02T11:00:05+01:00\"}\n", path: "a.jsonl"),
    item(
      "one record that both add with other content", "", "{\"id\":1,\"time\":\"2026-05-02T10:00:07Z\",\"a\":1}\n",
      "{\"id\":1,\"time\":\"2026-05-02T10:00:05Z\",\"a\":2}\n", nil, path: "a.jsonl"),
    item(
      "lines of two new files with byte order marks", "", "\u{FEFF}{\"id\":2}\n", "\u{FEFF}{\"id\":1}\n",
      "\u{FEFF}{\"id\":1}\n{\"id\":2}\n", path: "a.jsonl"),
    item(
      "the byte order mark of one new file", "", #"[{"id": 2}]"#, "\u{FEFF}" + #"[{"id": 1}]"#,
      "\u{FEFF}" + #"[{"id": 1}, {"id": 2}]"#),
    item(
      "the byte order mark of the first record that both change", "\u{FEFF}{\"id\":1,\"a\":1,\"b\":1}\n",
      "\u{FEFF}{\"id\":1,\"a\":2,\"b\":1}\n", "\u{FEFF}{\"id\":1,\"a\":1,\"b\":2}\n",
      "\u{FEFF}{\"id\":1,\"a\":2,\"b\":2}\n", path: "a.jsonl"),
    item(
      "the byte order mark before records that both insert first", "\u{FEFF}{\"id\":1}\n",
      "\u{FEFF}{\"id\":0}\n{\"id\":1}\n", "\u{FEFF}{\"id\":9}\n{\"id\":1}\n",
      "\u{FEFF}{\"id\":0}\n{\"id\":9}\n{\"id\":1}\n", path: "a.jsonl"),
    item(
      "the byte order mark before a first record that one side deletes", "\u{FEFF}{\"id\":1}\n{\"id\":2}\n",
      "\u{FEFF}{\"id\":2}\n", "\u{FEFF}{\"id\":9}\n{\"id\":1}\n{\"id\":2}\n",
      "\u{FEFF}{\"id\":9}\n{\"id\":2}\n", path: "a.jsonl"),
    item(
      "a byte order mark that one side removes", "\u{FEFF}" + #"[{"id": 1}]"#, #"[{"id": 1}]"#,
      "\u{FEFF}" + #"[{"id": 1}, {"id": 2}]"#, #"[{"id": 1}, {"id": 2}]"#),
    item(
      "too deep, by lines", deep, deep.replacing("0\n", with: "1\n"), deep.replacing("\n2", with: "\n3"),
      deep.replacing("0\n", with: "1\n").replacing("\n2", with: "\n3"),
      fallbacks: [.recordsByLines]),
  ]

  private static let deep =
    String(repeating: "[", count: 5_000) + "0\n,\n2" + String(repeating: "]", count: 5_000)

  @Test(arguments: cases)
  private func `records merge by key, then by field`(_ item: DocumentMergeCase) { item.check() }

  @Test(arguments: [("a.json", "[1, 2, 3]", "[1, 3, 2]"), ("a.jsonl", "1\n2\n3\n", "1\n3\n2\n")])
  func `records of the side that wrote first stand first`(path: String, ours: String, theirs: String) {
    let texts = path == "a.json" ? ["[1]", "[1, 2]", "[1, 3]"] : ["1\n", "1\n2\n", "1\n3\n"]
    for (first, merged) in [(MergeSide.ours, ours), (.theirs, theirs)] {
      let result = TextMerge.merge(
        base: Array(texts[0].utf8), ours: Array(texts[1].utf8), theirs: Array(texts[2].utf8), prefer: .ours,
        first: first, path: path, driver: .records(key: "id"))
      #expect(result == .clean(Array(merged.utf8)))
    }
  }

  @Test func `a conversation that both sides continue keeps both`() {
    func chat(_ turns: [String]) -> String {
      "{\n  \"title\": \"Whales\",\n  \"turns\": [\n"
        + turns.map { "    {\"who\": \"\($0)\", \"text\": \"Hi\"}" }.joined(separator: ",\n") + "\n  ]\n}\n"
    }
    DocumentMergeCase(
      rule: "conversation", base: chat(["Ada", "Bea"]), ours: chat(["Ada", "Bea", "Eva", "Ida"]),
      theirs: chat(["Ada", "Bea", "Ada", "Uta"]), merged: chat(["Ada", "Bea", "Ada", "Uta", "Eva", "Ida"]),
      path: "Chats/whales.json", driver: .records(key: "id")
    ).check()
  }
}
