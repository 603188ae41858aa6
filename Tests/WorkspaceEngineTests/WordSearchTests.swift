import WorkspaceAPI
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import WorkspaceEngine

/// The search for words in a workspace.
@Suite struct WordSearchTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "search_text")

  private static func words(_ text: String, limit: Int = 20, caller: Caller = .person) -> SearchRequest {
    var request = SearchRequest(text: text, limit: limit, caller: caller)
    request.words = WordConditions()
    return request
  }

  @Test func `a saved file is found at once, with its title, place and author`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("Notes/whales.md", "# Blue whales\n\nThey sing in the café.\n")
      try await workspace.settle()
      let hit = try #require(try await workspace.search(Self.words("CAFE sing")).first)
      #expect(hit.path == "Notes/whales.md" && hit.line == 3 && hit.text == "They sing in the café.")
      #expect(hit.title == "Blue whales" && hit.author?.name == "Person" && hit.time != nil)
      try folder.save("Notes/whales.md", "gone\n")
      try await workspace.settle()
      #expect(try await workspace.search(Self.words("sing")).isEmpty)
    }
  }

  @Test func `the index follows the tip without a search, and is used after the next start`() async throws {
    let folder = try await TestFolder()
    for number in 0..<50 { try folder.save("\(number).md", "word \(number)\n") }
    try await folder.open { workspace in
      try await workspace.settle()
      try await until { FileManager.default.fileExists(atPath: folder.root + "/.git/stet/index.sqlite") }
      try await until { workspace.desks.searches.index.isCurrent }
    }
    let store = try FileManager.default.contentsOfDirectory(atPath: folder.root + "/.git/stet").sorted()
    #expect(store.contains("index.sum"), "\(store)")
    try await folder.open { workspace in
      let hits = try await workspace.search(Self.words("word", limit: 100))
      let status = try await workspace.status()
      #expect(hits.count == 50 && status.index == nil)
    }
  }

  @Test func `deleting or damaging the database changes no answer`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "word\n")
    try folder.save("b.md", "# word\n")
    let file = folder.root + "/.git/stet/index.sqlite"
    for damage in [nil, [], Array("no database at all".utf8)] as [[UInt8]?] {
      try await folder.open { workspace in
        try await workspace.settle()
        #expect(try await workspace.search(Self.words("word")).map(\.path) == ["b.md", "a.md"])
      }
      if let damage {
        try Data(damage).write(to: URL(filePath: file))
      } else {
        try FileManager.default.removeItem(atPath: file)
      }
    }
    try await folder.open { workspace in
      let hits = try await workspace.search(Self.words("word"))
      #expect(hits.map(\.path) == ["b.md", "a.md"])
    }
  }

  @Test func `a database that cannot be written stops neither recording nor searching, and the answer says so`()
    async throws
  {
    let folder = try await TestFolder()
    try folder.save("a.md", "word\n")
    try FileManager.default.createDirectory(
      atPath: folder.root + "/.git/stet/index.sqlite/x", withIntermediateDirectories: true)
    try await folder.open { workspace in
      try await workspace.settle()
      let note = Mutex<String?>(nil)
      let hits = try await workspace.search(Self.words("word")) { progress in
        if let said = progress.note { note.withLock { $0 = said } }
      }
      #expect(hits.map(\.path) == ["a.md"])
      #expect(note.withLock { $0 }?.contains("in memory") == true)
      #expect(try await workspace.status().index?.problem != nil)
      try folder.save("b.md", "word\n")
      try await workspace.settle()
      #expect(try await workspace.search(Self.words("word")).count == 2)
    }
  }

  @Test func `protected files reach no agent, and do not count`() async throws {
    let folder = try await TestFolder()
    try folder.save(
      ".stet/policy.toml", "[agents]\nprotected = [\"Private\", \"*.key\"]\n[recording]\nlocal_only = []\n")
    for number in 0..<30 { try folder.save("Private/\(number).md", "# word\nword word\n") }
    try folder.save("Public/a.md", "a word among others\n")
    try folder.save("Public/b.key", "# word\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.search(Self.words("word", limit: 100)).count == 32)
      #expect(
        try await workspace.search(Self.words("word", limit: 1, caller: Self.agent)).map(\.path) == ["Public/a.md"])
      var request = Self.words("word", caller: Self.agent)
      request.path = "Private/1.md"
      let named = request
      await #expect(throws: VerbError.self) { try await workspace.search(named) }
      request.path = "Private"
      #expect(try await workspace.search(request).isEmpty)
    }
  }

  @Test func `a long text is searched in its first part, which its hit and an empty answer say`() async throws {
    let folder = try await TestFolder()
    let line = String(repeating: "whale song ", count: 90) + "\n"
    try folder.save("long.txt", "begin\n" + String(repeating: line, count: 5_000) + "end\n")
    try folder.save("short.md", "middle\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let remark = "Only the first 4 MB are searched in long.txt."
      for (text, glob, count, said) in [
        ("begin", nil, 1, remark), ("end", nil, 0, remark), ("middle", nil, 1, nil), ("end", "*.md", 0, nil),
      ] as [(String, String?, Int, String?)] {
        let note = Mutex<String?>(nil)
        var request = Self.words(text)
        request.glob = glob
        let hits = try await workspace.search(request) { progress in
          if let said = progress.note { note.withLock { $0 = said } }
        }
        #expect(hits.count == count && note.withLock { $0 } == said, "\(text) \(glob ?? "")")
      }
    }
  }

  @Test func `a query that cannot be understood is refused with the position`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "word\n")
    try await folder.open { workspace in
      try await workspace.settle()
      await #expect {
        try await workspace.search(Self.words("word OR"))
      } throws: { error in
        (error as? VerbError)?.code == .usage && "\(error)".contains("character 6")
      }
      var request = Self.words("word")
      request.words?.since = "some day"
      let since = request
      await #expect(throws: VerbError.self) { try await workspace.search(since) }
    }
  }
}
