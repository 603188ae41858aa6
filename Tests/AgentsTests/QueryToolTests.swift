internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// `query_documents`, and queries as resources.
@Suite struct QueryToolTests {
  private static func fill(_ folder: DoorFolder) async throws {
    try await folder.save("Research/book_123/introduction.md", "---\nstatus: draft\n---\n# To Moby Dick\n")
    try await folder.save("Research/book_9/notes.md", "# Notes\n")
    try await folder.save("secrets/Research.md", "---\nstatus: draft\n---\n# Secret\n")
  }

  @Test func `documents are found by condition, and protected ones are not`() async throws {
    try await DoorFolder.use { folder in
      try await Self.fill(folder)
      let found = await folder.call("query_documents", ["query": "research", "where": ["bookId=book_123"]])
      let document = try #require(found.structured?["documents"]?.elements?.first)
      #expect(document["path"] == "Research/book_123/introduction.md" && document["bookId"] == "book_123")
      #expect(document["title"] == "To Moby Dick" && document["createdAt"]?.text != nil)
      #expect(found.text?.contains(#"{"bookId":"book_123","title":"To Moby Dick""#) == true, "\(found)")
      let drafts = await folder.call("query_documents", ["where": ["status=draft"]])
      #expect(drafts.structured?["documents"]?.elements?.count == 1, "\(drafts)")
      let page = await folder.call("query_documents", ["path": "Research", "limit": .number("1")])
      #expect(page.structured?["cursor"] == "1")
      let next = await folder.call("query_documents", ["path": "Research", "cursor": "1"])
      #expect(next.structured?["documents"]?.elements?.count == 1)
      let none = await folder.call("query_documents", ["where": ["status=none"]])
      #expect(none.text == "No documents found")
      let fault = await folder.call("query_documents", ["where": ["status => draft"]])
      #expect(fault.isError && fault.text?.contains("character 8") == true, "\(fault)")
    }
  }

  @Test func `a named query is a resource, with conditions as parameters`() async throws {
    try await DoorFolder.use { folder in
      try await Self.fill(folder)
      guard case .page(let entries, nil) = await folder.resource(.list(cursor: nil)) else {
        Issue.record("no page")
        return
      }
      #expect(entries.first?.uri == "stet://query/research" && entries.first?.size == nil)
      for (address, paths) in [
        ("stet://query/research", 2), ("stet://query/research?where=bookId%3Dbook_123&show=path,title", 1),
        ("stet://query/?where=status%3Ddraft", 1), ("stet://query/research?limit=1", 1),
      ] {
        guard case .content(let content) = await folder.resource(.read(uri: address)) else {
          Issue.record("no content of \(address)")
          continue
        }
        let documents = try JSONValue(Array(content.body.utf8)).elements
        #expect(content.type == "application/json" && documents?.count == paths, "\(address): \(content.body)")
      }
      for address in ["stet://query/research?who=me", "stet://query/%zz", "stet://query/a?limit=x"] {
        #expect(await folder.resource(.read(uri: address)) == .missing(uri: address))
      }
      guard case .failed(let reason) = await folder.resource(.read(uri: "stet://query/gone")) else {
        Issue.record("no refusal")
        return
      }
      #expect(reason.contains("research"))
    }
  }
}
