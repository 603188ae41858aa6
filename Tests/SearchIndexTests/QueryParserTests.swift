import Testing

@testable import SearchIndex

/// Queries of words.
@Suite struct QueryParserTests {
  @Test(arguments: [
    ("whale", #""whale""#),
    ("Blue  Whale", #""blue" AND "whale""#),
    (#""blue whale" song"#, #""blue whale" AND "song""#),
    ("wha*", #""wha" *"#),
    (#""blue wha"*"#, #""blue wha" *"#),
    ("whale -krill", #"("whale") NOT ("krill")"#),
    (#"-krill whale -"a song""#, #"("whale") NOT ("krill" OR "a song")"#),
    ("a b OR c d", #""a" AND ("b" OR "c") AND "d""#),
    ("a OR b OR c", #"("a" OR "b" OR "c")"#),
    ("or OR Or", #"("or" OR "or")"#),
    ("book_123 don't", #""book 123" AND "don t""#),
    ("Ünïcode ΆΝΕΜΟΣ", #""unicode" AND "ανεμοσ""#),
    ("u\u{308}ber", #""uber""#),
    ("a & b", #""a" AND "b""#),
    ("東京", #""東京""#),
    ("東京都", #""東京 京都""#),
    ("東", #""東" *"#),
    (#""a 東 b""#, #""a 東 b""#),
    (#""NEAR(" AND"#, #""near" AND "and""#),
  ])
  func `a query is read into words`(text: String, expression: String) throws {
    #expect(try SearchQuery(text).expression == expression)
  }

  @Test(arguments: [
    ("", 1), ("   ", 1), ("&", 1), ("OR a", 1), ("a OR", 3), ("a OR OR b", 6), ("a OR -b", 3), ("-a OR b", 4),
    ("a -", 3), ("a - b", 3), ("-a", 1), ("*", 1), ("a *", 3), ("a b*c", 4), (#"a "b c"#, 3), (#"a"b""#, 2),
    ("a -&", 3),
    (#"a -"" b"#, 3),
  ])
  func `an operator without a meaning is refused with its position`(text: String, position: Int) {
    #expect { try SearchQuery(text) } throws: { ($0 as? QueryFault)?.position == position }
  }

  @Test(
    arguments: [
      ("blue AND whale", "AND is searched as a word"), ("whale NOT krill", "NOT is searched as a word"),
      ("NEAR(blue whale)", "NEAR is searched as a word"), ("(blue AND whale)", "AND is searched as a word"),
      ("title:whale", "'title:whale' is searched as words"), ("-title:whale x", "'title:whale' is searched as words"),
      ("near (a)", nil), ("NEAR a", nil), ("and not", nil), ("ANDES", nil), ("\"blue AND whale\"", nil),
      ("a \"title:whale\" b", nil), ("https://example.org", nil), ("10:30", nil), ("note: whale", nil), ("", nil),
      ("a OR b", nil),
    ] as [(String, String?)])
  func `the operator of another search engine is named`(query: String, remark: String?) {
    let found = ForeignOperator.remark(on: query)
    #expect(found == remark.map { "\($0); OR and -word are the operators." })
  }

  @Test func `a query has a limited number of words`() {
    #expect(throws: QueryFault.self) { try SearchQuery(String(repeating: "a ", count: 65)) }
    #expect(throws: Never.self) { try SearchQuery(String(repeating: "a ", count: 64)) }
  }
}
