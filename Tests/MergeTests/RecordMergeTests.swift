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
      "no JSON, by lines", "[1,\n2,\n3\n", "[1,\n5,\n3\n", "[1,\n6,\n3\n", nil, fallbacks: [.recordsByLines]),
    item(
      "a torn line, by lines", "{\"id\":1}\n{\"i", "{\"id\":1}\n{\"i", "{\"id\":2}\n{\"i", "{\"id\":2}\n{\"i",
      path: "a.jsonl"),
    item(
      "too deep, by lines", deep, deep.replacing("0\n", with: "1\n"), deep.replacing("\n2", with: "\n3"),
      deep.replacing("0\n", with: "1\n").replacing("\n2", with: "\n3"),
      fallbacks: [.recordsByLines]),
  ]

  private static let deep =
    String(repeating: "[", count: 5_000) + "0\n,\n2" + String(repeating: "]", count: 5_000)

  @Test(arguments: cases)
  private func `records merge by key, then by field`(_ item: DocumentMergeCase) { item.check() }

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
