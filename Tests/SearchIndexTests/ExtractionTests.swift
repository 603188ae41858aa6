import Testing

@testable import SearchIndex

/// The searchable part of files.
@Suite struct ExtractionTests {
  private static func extract(_ path: String, _ text: String) -> ExtractedDocument {
    ExtractedDocument(Array(text.utf8), path: path)
  }

  @Test(arguments: [
    ("a/whales.md", "# Blue *whales*\ntext", "Blue *whales*"),
    ("a/whales.md", "text\n\nWhales\n======\n", "Whales"),
    ("a/whales.md", "---\ntitle: Front\n---\ntext", "Front"),
    ("a/whales.md", "---\ntitle: Front\n---\n## Heading ##\n", "Heading"),
    ("a/whales.md", "---\ntitle: [broken\n---\ntext", "whales"),
    ("a/whales.md", "```\n# code\n```\ntext", "whales"),
    ("a/whales.md", "#tag and text", "whales"),
    ("a/whales.org", "#+TITLE: Org whales\n* Heading", "Org whales"),
    ("a/whales.adoc", "= Ascii whales\n", "Ascii whales"),
    ("a/whales.html", "<html><head><TITLE>Web &amp; whales</TITLE>", "Web & whales"),
    ("a/whales.html", "<body><h1>Big <b>whales</b></h1>", "Big whales"),
    ("a/whales.tar.gz", "text", "whales.tar"),
    (".env", "text", ".env"), ("README", "text", "README"),
  ])
  func `a title is the first heading, the front matter's, or the name`(path: String, text: String, title: String) {
    #expect(Self.extract(path, text).title == title)
  }

  @Test(arguments: [
    (
      "a.html", "<p>one<br>two</p><script>x < 3 </script>\n<!-- no -->thr<b>ee</b> &lt; 3 &eacute;", "one two three 3 e"
    ),
    ("a.html", "1 < 2 <style>p{}</style> three", "1 2 three"),
    ("a.json", #"{"a": "line\none caf\u00e9 \ud83d\ude00 x\\n"}"#, "a line one cafe x n"),
    ("a.jsonl", #"{"a": 1}"#, "a 1"), ("a.csv", "a,b\n1,\"c d\"\n", "a b 1 c d"),
    ("a.md", "---\nstatus: draft\n---\ntext", "status draft text"),
    ("a.md", "---\nbroken: [x\n---\nfound", "broken x found"),
  ])
  func `markup is left out and text is found`(path: String, text: String, words: String) {
    #expect(WordList(Self.extract(path, text).text).words.joined(separator: " ") == words)
  }

  @Test func `front matter becomes JSON`() {
    let text = "---\nbookId: book_123\nrating: 5\ndone: true\ntags: [a, 'b']\nday: 2026-01-02\nnone:\n---\n"
    let matter = Self.extract("a.md", text).matter.map { String(decoding: $0, as: UTF8.self) }
    #expect(
      matter == #"{"bookId":"book_123","rating":5,"done":true,"tags":["a","b"],"day":"2026-01-02","none":null}"#)
    #expect(Self.extract("a.md", "text").matter == nil)
    #expect(Self.extract("a.md", "---\na: [\n---\n").matter == nil)
  }

  @Test func `a file without text is found by its name`() {
    let binary = ExtractedDocument([1, 0, 2], path: "a.bin")
    #expect(binary.kind == .binary && binary.text.isEmpty && binary.title == "a")
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:" + String(repeating: "a", count: 64) + "\nsize 5\n"
    for (path, isPartial) in [
      ("film.md", true), ("a.b/Long.TXT", true), ("table.csv", true), ("film.mp4", false), ("film", false),
      ("a.txt/film", false),
    ] {
      let document = Self.extract(path, pointer)
      #expect(document.kind == .large && document.text.isEmpty && document.isPartial == isPartial, "\(path)")
    }
    #expect(ExtractedDocument(Array("target".utf8), path: "link", isLink: true).kind == .link)
  }

  @Test func `a long text is searched up to a bound`() {
    let line = Array("0123456789abcde\n".utf8)
    var bytes: [UInt8] = []
    while bytes.count <= ExtractedDocument.longestText { bytes += line }
    let document = ExtractedDocument(bytes, path: "a.txt")
    #expect(document.isPartial && document.text.count < ExtractedDocument.longestText)
    #expect(!ExtractedDocument(Array(bytes.dropLast(16)), path: "a.txt").isPartial)
  }

  @Test func `an excerpt is the found line, cut at both ends`() throws {
    let text = "first\n" + String(repeating: "é ", count: 200) + "the blue whale sings\nlast"
    let words = DocumentWords(Self.extract("a.md", text), path: "a.md", places: true)
    let excerpt = Excerpt(of: Array(text.utf8), around: words.place(of: try SearchQuery("whale")))
    #expect(excerpt.line == 2)
    #expect(excerpt.text.hasPrefix("…") && excerpt.text.hasSuffix("the blue whale sings"))
    let first = Excerpt(of: Array("\n  first line  \n".utf8), around: nil)
    #expect(first.line == 2 && first.text == "first line")
    #expect(Excerpt(of: [], around: nil).text.isEmpty)
  }
}
