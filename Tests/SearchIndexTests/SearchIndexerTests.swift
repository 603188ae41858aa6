import Documents
import FileSystem
import GitObjects
import TestSupport
import Testing

@testable import SearchIndex

/// The index over a history in memory.
@Suite struct SearchIndexerTests {
  @Test func `a match in the title comes before one in the path, and that before one in the text`() throws {
    let folder = try IndexFolder()
    try folder.commit([
      "a.md": "# Other\nthe whale and more of it in a text that is longer than the others are\n",
      "whale/b.md": "# Other\ntext\n", "c.md": "# Whale\ntext\n",
    ])
    #expect(try folder.paths("whale") == ["c.md", "whale/b.md", "a.md"])
  }

  @Test func `the first of many files of equal rank are the first by path`() throws {
    let folder = try IndexFolder()
    for number in (10...40).reversed() { try folder.commit(["\(number).md": "whale"]) }
    try folder.index()
    let found = try folder.indexer.search(SearchQuery("whale"), SearchFilter(), limit: 3).files
    #expect(found.map(\.path) == ["10.md", "11.md", "12.md"])
    #expect(try folder.indexer.search(SearchQuery("whale"), SearchFilter(), limit: 0).files.isEmpty)
    #expect(try folder.indexer.search(SearchQuery("whale"), SearchFilter(), limit: .max).files.count == 31)
  }

  @Test func `files follow the tip`() throws {
    let folder = try IndexFolder()
    try folder.commit(["a.md": "one", "b/c.md": "two"])
    #expect(try folder.paths("one OR two") == ["a.md", "b/c.md"])
    try folder.commit(["a.md": "three", "b/c.md": nil])
    #expect(try folder.paths("one OR two").isEmpty)
    #expect(try folder.paths("three") == ["a.md"])
  }

  @Test func `a file that is too large to be read is found by its name and reported`() throws {
    let folder = try IndexFolder()
    let text = String(repeating: "whale\n", count: ExtractedDocument.largestFile / 6 + 1)
    try folder.commit(["huge.md": text])
    #expect(try folder.paths("whale").isEmpty)
    #expect(try folder.paths("huge") == ["huge.md"])
    let found = try folder.indexer.search(SearchQuery("whale"), SearchFilter(), limit: 10)
    #expect(found.partial == [PartialFile(path: "huge.md", isUnread: true)])
    try folder.commit(["huge.md": "a whale"])
    #expect(try folder.paths("whale") == ["huge.md"])
  }

  @Test func `an excerpt is of the present file only`() throws {
    let folder = try IndexFolder()
    let old = try folder.commit(["a.md": "x\nthe whale\n"])
    let file = try #require(try folder.search("whale").first)
    let query = try SearchQuery("whale")
    #expect(try folder.indexer.excerpt(of: file, for: query, at: old)?.text == "the whale")
    let new = try folder.commit(["a.md": "none"])
    #expect(try folder.indexer.excerpt(of: file, for: query, at: new) == nil)
    #expect(try folder.indexer.excerpt(of: file, for: SearchQuery("krill"), at: old) == nil)
  }

  @Test func `conditions restrict the files`() throws {
    let folder = try IndexFolder()
    let agent = Author.agent(name: "Robot", session: "1")
    try folder.commit(["a/x.md": "---\nstatus: draft\ntags: [red, Blue]\n---\nword", "ab/y.md": "word"], at: 1_000)
    try folder.commit(["a/z.md": "---\nstatus: done\n---\nword"], by: agent, at: 2_000)
    try folder.commit(["ab/y.md": "word again"], by: agent, at: 3_000)
    func paths(_ change: (inout SearchFilter) -> Void) throws -> [String] {
      var filter = SearchFilter()
      change(&filter)
      return try folder.paths("word", filter).sorted()
    }
    #expect(try paths { $0.path = try? WorkspacePath("a") } == ["a/x.md", "a/z.md"])
    #expect(try paths { $0.path = try? WorkspacePath("ab/y.md") } == ["ab/y.md"])
    #expect(try paths { $0.author = "agent" } == ["a/z.md", "ab/y.md"])
    #expect(try paths { $0.author = "user" } == ["a/x.md", "ab/y.md"])
    #expect(try paths { $0.author = "robot" } == ["a/z.md", "ab/y.md"])
    #expect(try paths { $0.author = "Ada" } == ["a/x.md", "ab/y.md"])
    #expect(try paths { $0.since = 2_000 } == ["a/z.md", "ab/y.md"])
    #expect(try paths { $0.until = 2_000 } == ["a/x.md", "a/z.md"])
    let last = try #require(try folder.search("again").first)
    #expect(last.author == AuthorRecord(kind: "agent", name: "Robot", session: "1"))
    #expect(last.time == "1970-01-01T00:50:00Z")
  }

  @Test(arguments: [
    ["status=Draft"], ["tags=blue"], ["author.name=Melville"], ["done=true"], ["rating>=4"], ["rating=4.0"],
    [#""due date" < 2026-12-02"#], ["status=draft", "tags=red", "createdBy=user"], ["name=x.md"], ["gone missing"],
    ["\"a\"=x"], ["status=done"], ["author=Melville"], ["done=yes"], ["modifiedBy=agent"], ["status!=draft"],
  ])
  func `a condition on the front matter is that of a query, in the order of the ranks`(texts: [String]) throws {
    let folder = try IndexFolder()
    let matter = """
      ---
      status: draft
      tags: [red, Blue]
      author: {name: Melville}
      done: true
      rating: 4
      due date: 2026-12-01
      ---

      """
    try folder.commit(["x.md": matter + "word\n", "y/x.md": matter + "# word\n", "z.md": "word\n"])
    try folder.commit(["agent.md": "---\nstatus: done\n---\nword\n"], by: .agent(name: "Robot", session: "1"))
    var query = DocumentQuery()
    query.conditions = try texts.map { try DocumentCondition($0) }
    var filter = SearchFilter()
    filter.fields = query.conditions
    try folder.index()
    let wanted = try Set(folder.indexer.matches(query).map(\.path))
    let found = try folder.paths("word", filter)
    #expect(found == (try folder.paths("word").filter { wanted.contains($0) }))
    let first = try folder.indexer.search(SearchQuery("word"), filter, limit: 1).files.map(\.path)
    #expect(first == Array(found.prefix(1)))
  }

  @Test func `a file whose content is lost is found by its name, and by its text once it is back`() throws {
    let folder = try IndexFolder()
    let blob = try folder.store.write(.blob, Array("whale".utf8))
    try folder.commit(["krill.md": "whale", "b.md": "whale"])
    folder.store.lose(blob)
    #expect(try folder.paths("whale").isEmpty)
    #expect(try folder.paths("krill") == ["krill.md"])
    _ = try folder.store.write(.blob, Array("whale".utf8))
    try folder.reopen()
    #expect(try folder.paths("whale").sorted() == ["b.md", "krill.md"])
  }

  @Test func `an interrupted build goes on, also towards a newer tip`() throws {
    let folder = try IndexFolder()
    for number in 0..<20 { try folder.commit(["\(number).md": "word \(number)"]) }
    let tip = try #require(folder.tip)
    for _ in 0..<5 { #expect(try !folder.indexer.step(to: tip) { false }) }
    try folder.reopen(closing: false)
    try folder.commit(["3.md": nil, "4.md": "other"])
    try folder.index(inSmallSteps: true)
    #expect(try folder.paths("word").count == 18)
    #expect(try folder.paths("other") == ["4.md"])
  }

  @Test func `authors are counted again when history was rewritten`() throws {
    let folder = try IndexFolder()
    try folder.commit(["a.md": "word"], by: .agent(name: "Robot", session: nil), at: 1_000)
    #expect(try folder.search("word").first?.author?.kind == "agent")
    let other = try IndexFolder()
    let tip = try other.commit(["a.md": "word"], by: .user, at: 500)
    for id in [tip, try other.store.commit(tip).tree] {
      let object = try other.store.read(id)
      _ = try folder.store.write(object.kind, object.content)
    }
    #expect(try folder.indexer.step(to: tip) { true })
    let found = try folder.indexer.search(SearchQuery("word"), SearchFilter(), limit: 1).files
    #expect(found.first?.author?.kind == "user")
  }

  @Test(arguments: Seeds.blocks(plain: 40, long: 2_000))
  func `an index that followed random changes answers as a new one and as a scan`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = RandomFiles(generator: SeededGenerator(seed: seed))
      let folder = try IndexFolder()
      let fresh = try IndexFolder()
      for _ in 0..<6 {
        var files = folder.files
        random.change(&files)
        let time = Int64.random(in: 1...100_000, using: &random.generator)
        try folder.commit(files, by: Bool.random(using: &random.generator) ? .user : .sync, at: time)
        if Bool.random(using: &random.generator) { try folder.index(inSmallSteps: true) }
        if Int.random(in: 0..<4, using: &random.generator) == 0 {
          try folder.reopen(closing: Bool.random(using: &random.generator))
        }
      }
      try fresh.commit(folder.files, at: 1)
      for _ in 0..<25 {
        let query = random.query()
        let found = try folder.paths(query)
        #expect(try Set(found) == folder.scan(query), "seed \(seed), query \(query)")
        #expect(try found == fresh.paths(query), "seed \(seed), query \(query)")
        for file in try folder.search(query).prefix(3) {
          let tip = try #require(folder.tip)
          #expect(try folder.indexer.excerpt(of: file, for: SearchQuery(query), at: tip) != nil, "seed \(seed)")
        }
      }
    }
  }
}
