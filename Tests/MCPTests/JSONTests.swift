internal import Testing

@testable internal import MCP

@Suite struct JSONTests {
  private func parse(_ text: String) throws -> JSONValue {
    var parser = JSONParser(Array(text.utf8))
    return try parser.whole()
  }

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
    var parser = JSONParser([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")])
    #expect(throws: JSONFault.syntax(at: 0)) { try parser.whole() }
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
    var parser = JSONParser(Array(text.utf8))
    _ = try parser.whole()
    #expect(parser.metHalfPair)
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
}
