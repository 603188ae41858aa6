import Testing
import Values

@Suite struct JSONTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(Array(text.utf8)) }

  @Test(arguments: [
    "null", "true", "[]", "{}", #"{"a":[1,-0.5e+3,"x"],"b":{"c":null}}"#, "123456789012345678901234567890",
    #""\"\\\n\t\u0001é😀""#, "{\"e\u{301}\":1,\"\u{E9}\":2}",
  ])
  func `what is read is written again as it stood`(text: String) throws {
    #expect(String(decoding: try parse(text).line, as: UTF8.self) == text)
  }

  @Test(arguments: [
    "", " ", "nul", "truee", "[1,]", "[,1]", "{\"a\":1,}", "{a:1}", "{\"a\"}", "01", "1.", ".5", "+1", "-", "1e", "NaN",
    "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\u{0001}\"", "[1", "1 2", "// x\n1", "\u{FEFF}1", "[\"\t\"]",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONFault.self) { try parse(text) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    let bytes = [UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]
    #expect(throws: JSONFault.syntax(at: 0)) { try JSONValue(bytes) }
  }

  @Test func `depth is bounded`() throws {
    #expect(throws: JSONFault.tooDeep) { try parse(String(repeating: "[", count: 1_000_000)) }
    #expect(try parse(String(repeating: "[", count: 128) + String(repeating: "]", count: 128)) != .null)
  }

  @Test func `a name that stands twice is refused`() {
    #expect(throws: JSONFault.nameTwice("a")) { try parse(#"{"a":1,"b":2,"a":1}"#) }
  }

  @Test(arguments: [#""\ud800""#, #""\udc00x""#, #""\ud800A""#, #""\ud800\ud800""#])
  func `half a surrogate pair is noticed`(text: String) throws {
    #expect(try JSONValue.read(Array(text.utf8)).hasHalfPair)
  }

  @Test func `a surrogate pair is one character`() throws {
    #expect(try parse(#""\ud83d\ude00""#) == "😀")
  }

  @Test func `a whole number is one however it is written`() throws {
    #expect(try ["3", "3.0", "3e0", "30e-1"].map { try parse($0).integer } == [3, 3, 3, 3])
    #expect(try ["3.5", "1e300", "\"3\"", "true"].map { try parse($0).integer } == [nil, nil, nil, nil])
  }

  @Test func `no newline stands in what is written`() {
    #expect(!JSONValue.string("a\nb\r\u{2028}").line.contains(UInt8(ascii: "\n")))
  }

  @Test(arguments: ["01", "[0x10]", #"["\x"]"#, "{\"a\":1,}", "[1] // x", "\u{FEFF}\u{FEFF}1"])
  func `places are those of JSON alone`(text: String) { #expect(JSONNode(Array(text.utf8)) == nil) }

  @Test func `places name each part, spaces before it included`() throws {
    let text = Array("\u{FEFF} { \"a\" : [1,  \"\\u00e9\" ], \"a\": null } ".utf8)
    let root = try #require(JSONNode(text))
    #expect(root.kind == .object && root.members.map { $0.name(in: text) } == ["a", "a"])
    #expect(root.value(of: "a", in: text)?.kind == .word)
    let list = root.members[0].value
    #expect(list.members.map(\.value.kind) == [.number, .string] && list.members[1].value.text(in: text) == "é")
    #expect(String(decoding: text[list.members[1].start..<list.members[1].body.lowerBound], as: UTF8.self) == "  ")
    #expect(String(decoding: list.compact(text), as: UTF8.self) == #"[1,"\u00e9"]"#)
  }

  @Test(arguments: [
    ("// a\n{ /* b */ \"a\": [1, 2, ], } // c", true), ("{,}", false), ("[1,,]", false), ("[1] /* x", false),
    ("[1 /", false), ("/", false), ("//", false), ("[1] //", true),
  ])
  func `comments and a last comma are read where they are asked for`(text: String, isRead: Bool) {
    #expect((JSONNode(Array(text.utf8), .comments) != nil) == isRead)
    #expect(JSONNode(Array(text.utf8)) == nil)
  }
}
