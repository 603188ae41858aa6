import FileSystem
import LocalState
import Sessions
import Testing

@Suite struct ToolTests {
  @Test(
    arguments: [
      ("read_file", .offline), ("write_file", .offline), ("list_files", .offline), ("search_text", .offline),
      ("query_documents", .offline), ("web_search", .online), ("web_fetch", .online), ("call_api", .online),
      ("publish_to_cloud", .online), ("publish_to_feed", .hybrid),
    ] as [(String, ToolClass)])
  func `each tool has a class by its need for a network`(tool: String, expected: ToolClass) {
    #expect(ToolClass(of: tool) == expected)
  }

  @Test func `without a network a tool answers with three alternatives`() {
    let lines = ToolClass.unavailable.split(separator: "\n")
    #expect(lines.first == "I can't access the internet right now. Here's what I can do offline:")
    #expect(lines.count { $0.hasPrefix("- ") } == 3)
  }

  @Test(
    arguments: [
      ("<html><head><title>T</title></head><body><h1>A &amp; B</h1><p>one\n two</p></body>", "A & B\none two"),
      ("<p>a<script>if (a < b) x()</script>b</p><style>p {}</style>", "ab"),
      ("x <!-- <p>hidden</p> --> y<br/>z", "x y\nz"), ("&#65;&#x42;&unknown;&lt;&", "AB&unknown;<&"),
      ("<svg/>after", "after"), ("<pre>a\n  b</pre>", "a\nb"), ("no end <p", "no end"), ("", ""),
      ("<p>1 < 2 and 3 > 2</p>", "1 < 2 and 3 > 2"), ("<head>a</header></head>b&auml;", "bä"), ("plain", "plain"),
    ])
  func `the text of a page is its visible words, a line for each block`(html: String, text: String) {
    #expect(PageText.text(ofHTML: html) == text)
  }

  @Test func `a result is used again for 24 hours, for equal arguments only`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    // The recorder's table of files.
    try StoredFile("cache").write([1], .volatile, in: tree)
    let cache = ResultCache(tree)
    #expect(cache.result(of: "web_fetch", "a", now: 5) == nil)
    cache.store("text", of: "web_fetch", "a", now: 5)
    let known = try #require(cache.result(of: "web_fetch", "a", now: 5 + ResultCache.lifetime - 1))
    #expect(known.text == "text" && known.time == 5)
    #expect(cache.result(of: "web_fetch", "b", now: 6) == nil && cache.result(of: "other", "a", now: 6) == nil)
    #expect(cache.result(of: "web_fetch", "a", now: 5 + ResultCache.lifetime) == nil)
    #expect(cache.result(of: "web_fetch", "a", now: 4) == nil, "from the future")
    let cached = try #require(try tree.entries(of: .store("results")).first)
    for time in [Int64.min, -1, .max] {
      let file = "{\"tool\":\"web_fetch\",\"arguments\":\"a\",\"time\":\(time),\"text\":\"text\"}"
      try StoredFile("results/\(cached.name)").write(Array(file.utf8), .volatile, in: tree)
      #expect(cache.result(of: "web_fetch", "a", now: 6) == nil, "\(time)")
    }
    // A later result deletes what is old: here files are of the year 1970.
    cache.store("new", of: "web_fetch", "b", now: 3 * ResultCache.lifetime)
    #expect(try tree.entries(of: .store("results")).count == 1)
    #expect(try StoredFile("cache").read(from: tree, limit: 1) == [1])
  }
}
