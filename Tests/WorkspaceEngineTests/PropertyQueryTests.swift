import FoundationEssentials
import TestSupport
import Testing
import Values
import WorkspaceAPI

@testable import WorkspaceEngine

/// Queries of documents in a workspace, and their named queries.
@Suite struct PropertyQueryTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "query_documents")

  @Test func `a saved file is found at once, by front matter, folder and author`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("Research/book_123/introduction.md", "---\nrating: 4\n---\n# Moby Dick\n")
      try folder.save("Research/README.md", "# About\n")
      try await workspace.settle()
      let report = try await workspace.query(QueryRequest(query: "research", conditions: ["bookId=book_123"]))
      #expect(report.columns == ["bookId", "path", "title", "createdAt"] && !report.hasMore)
      let document = try #require(report.documents.first)
      #expect(
        document.values.prefix(3) == ["book_123", "Research/book_123/introduction.md", "Moby Dick"]
          && document.values[3].text?.hasPrefix("20") == true)
      try folder.save("Research/book_123/introduction.md", "---\nrating: 5\n---\n# Moby Dick\n")
      try await workspace.settle()
      let best = try await workspace.query(
        QueryRequest(conditions: ["rating>4", "modifiedBy=Person", "modifiedAt>1h"]))
      #expect(best.columns == ["path", "title", "rating", "modifiedBy", "modifiedAt"])
      #expect(best.documents.count == 1 && best.documents[0].values[2] == .number("5"))
      let one = try await workspace.query(QueryRequest(path: "Research", columns: ["path"], limit: 1))
      #expect(one.documents.count == 1 && one.hasMore)
    }
  }

  @Test func `a time of the history without a zone is local`() async throws {
    let folder = try await TestFolder()
    var settings = folder.settings
    settings.environment["TZ"] = "Asia/Tokyo"
    let workspace = try #require(try await Workspace.open(settings))
    try folder.save("a.md", "# A\n")
    try await workspace.settle()
    let hourAgo = ISOTime.text(Int64(Date.now.timeIntervalSince1970) - 3_600, offset: 540)
    let local = String(hourAgo.prefix(19))
    for time in [local, local.replacing("T", with: " "), String(local.prefix(16)), hourAgo] {
      for (condition, paths) in [("createdAt>\(time)", ["a.md"]), ("createdAt<=\(time)", [])] {
        let report = try await workspace.query(QueryRequest(conditions: [condition, "name=a.md"]))
        #expect(report.documents.map(\.path) == paths, "\(condition)")
      }
    }
    await workspace.stop()
  }

  @Test func `protected files reach no agent, and do not count`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\n")
    for number in 0..<300 { try folder.save("Private/\(number).md", "---\nx: \(number)\n---\n") }
    try folder.save("a.md", "---\nx: 1\n---\n")
    try folder.save("b.md", "---\nx: 2\n---\n")
    try await folder.open { workspace in
      try await workspace.settle()
      var request = QueryRequest(conditions: ["x exists"], sort: ["-x"], limit: 1)
      #expect(try await workspace.query(request).hasMore)
      request.caller = Self.agent
      let report = try await workspace.query(request)
      #expect(report.documents.map(\.path) == ["b.md"] && report.hasMore)
      request.limit = 2
      let all = try await workspace.query(request)
      #expect(all.documents.map(\.path) == ["b.md", "a.md"] && !all.hasMore)
      request.path = "Private/1.md"
      let named = request
      await #expect(throws: VerbError.self) { try await workspace.query(named) }
    }
  }

  @Test func `a query that cannot be understood is refused with the position`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try await workspace.settle()
      for (request, part) in [
        (QueryRequest(conditions: ["x=>3"]), "character 2"),
        (QueryRequest(sort: ["-"]), "'-'"), (QueryRequest(columns: [""]), "''"),
        (QueryRequest(path: "../x"), "../x"), (QueryRequest(conditions: Array(repeating: "a=b", count: 101)), "100"),
      ] {
        await #expect {
          try await workspace.query(request)
        } throws: { error in
          (error as? VerbError)?.code == .usage && "\(error)".contains(part)
        }
      }
      await #expect {
        try await workspace.query(QueryRequest(query: "gone"))
      } throws: { error in
        (error as? VerbError)?.code == .notFound && "\(error)".contains("Known queries: research.")
      }
    }
  }

  @Test func `a client may skip and ask for any number`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "words\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for (skip, limit, count) in [(Int.max, Int.max, 0), (0, Int.max, 1), (Int.min, Int.min, 1)] {
        let found = try await workspace.query(QueryRequest(limit: limit, skip: skip))
        #expect(found.documents.count == count, "\(skip) \(limit)")
        for words in [WordConditions(), nil] {
          var search = SearchRequest(text: "words", limit: limit, skip: skip)
          search.words = words
          #expect(try await workspace.search(search).count == (limit < 0 ? 0 : count), "\(skip) \(limit)")
        }
      }
    }
  }

  @Test func `named queries are read from the recorded file`() async throws {
    let folder = try await TestFolder()
    try folder.save(
      ".stet/queries.toml",
      """
      [drafts]
      about = "Texts to finish"
      where = ["status=draft"]
      sort = "-rating"
      show = ["path", "rating"]

      [research]
      in = "Notes"
      """)
    try folder.save("Notes/a.md", "---\nstatus: draft\nrating: 1\n---\n")
    try folder.save("Notes/b.md", "---\nstatus: draft\nrating: 2\n---\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let names = try await workspace.namedQueries()
      #expect(names.map(\.name) == ["drafts", "research"] && names.map(\.isBuiltIn) == [false, false])
      let drafts = try await workspace.query(QueryRequest(query: "drafts"))
      #expect(drafts.documents.map(\.path) == ["Notes/b.md", "Notes/a.md"] && drafts.columns == ["path", "rating"])
      let narrow = try await workspace.query(QueryRequest(query: "drafts", conditions: ["rating=1"], columns: ["name"]))
      #expect(narrow.documents.map(\.values) == [["a.md"]])
      #expect(try await workspace.query(QueryRequest(query: "research")).documents.count == 2)
      let agent = Caller(agent: "bot", session: "s")
      #expect(try await workspace.namedQueries(NamedQueriesRequest(caller: agent)).count == 2)
      try folder.save(".stet/policy.toml", "[agents]\nprotected = [\".stet/queries.toml\"]\n")
      try await workspace.settle()
      let shown = try await workspace.namedQueries(NamedQueriesRequest(caller: agent))
      #expect(shown.map(\.name) == ["research"] && shown.map(\.isBuiltIn) == [true])
      await #expect {
        try await workspace.query(QueryRequest(query: "drafts", caller: agent))
      } throws: { error in
        "\(error)".contains("no query 'drafts'") && !"\(error)".contains("drafts,")
      }
      #expect(try await workspace.namedQueries().count == 2)
      try folder.save(".stet/queries.toml", "[drafts]\nwhere = [\"status=draft\",\n  \"x ==\"]\n")
      try await workspace.settle()
      await #expect {
        try await workspace.query(QueryRequest(query: "drafts"))
      } throws: { error in
        "\(error)".contains(".stet/queries.toml, line 2 cannot be used")
      }
      #expect(try await workspace.query(QueryRequest(conditions: ["status=draft"])).documents.count == 2)
    }
  }

  @Test(arguments: [
    ("[a]\nwhere = [\n", 2, "array"), ("[a]\n\nlimit = 0\n", 3, "limit"), ("[a]\nin = \"../x\"\n", 2, "../x"),
    ("\n[a]\nshow = [1]\n", 3, "show"), ("[a]\nin = [\"x\"]\n", 2, "in is no text"),
    ("a = 1\n", 1, "[a]"), ("[a]\nabout = \"x\"\nwhat = 1\n", 3, "'what'"), ("[a]\n[a]\n", 2, "a"),
    ("[a]\nwhere = \"x\"\n", 2, "character 2"), ("[a.b]\nwhere = \"x=1\"\n", 1, "'b'"), ("[\"-a\"]\n", 1, "-a"),
  ])
  func `a wrong file is refused with the line`(text: String, line: Int, part: String) {
    #expect {
      try NamedQuery.parse(text)
    } throws: { error in
      guard let error = error as? NamedQueryError else { return false }
      return error.line == line && error.reason.contains(part)
    }
  }
}
