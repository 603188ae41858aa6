import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Testing

@testable import WorkspaceEngine

/// The files that an agent is shown beside those that it asked for.
@Suite struct WithheldTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "read_file")
  private static let policy = "[agents]\nprotected = [\"Private\", \"*.key\"]\n[recording]\nlocal_only = []\n"

  @Test func `a difference leaves out what is protected, also where a file became a folder`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("open.md", "open\n")
    try folder.save("thing", "thing\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let before = try #require(try await workspace.status().tip).hex
      try FileManager.default.removeItem(atPath: folder.root + "/thing")
      try await workspace.settle()
      try folder.save("thing/a.key", "hidden word\n")
      try folder.save("thing/b.md", "shown word\n")
      try folder.save("Private/a.md", "hidden word, too\n")
      try folder.save("open.md", "open too\n")
      try await workspace.settle()
      let report = try await workspace.diff(DiffRequest(from: before, caller: Self.agent))
      #expect(report.paths.sorted() == ["open.md", "thing", "thing/b.md"])
      #expect(report.withheld?.sorted() == ["Private/a.md", "thing/a.key"])
      #expect(!report.patch.contains("hidden"))
      #expect(report.patch.contains("+shown word") && report.patch.contains("+open too"))
      let whole = try await workspace.diff(DiffRequest(from: before))
      #expect(whole.withheld == nil && whole.patch.contains("+hidden word, too"))
      await #expect(throws: VerbError.self) {
        try await workspace.diff(DiffRequest(path: "Private/a.md", from: before, caller: Self.agent))
      }
    }
  }

  @Test func `a difference of chosen changes leaves out what is protected`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("Private/a.md", "hidden word\n")
      try folder.save("open.md", "open\n")
      try await workspace.settle()
      let changes = ChangeConditions(since: "1 hour ago")
      let report = try await workspace.diff(DiffRequest(changes: changes, caller: Self.agent))
      #expect(report.withheld == ["Private/a.md"] && report.paths.contains("open.md"))
      #expect(!report.patch.contains("hidden") && report.patch.contains("+open"))
      let day = try await workspace.diff(DiffRequest(changes: ChangeConditions(until: "today"), caller: Self.agent))
      #expect(day.withheld == ["Private/a.md"] && !day.patch.contains("hidden") && day.patch.contains("+open"))
      #expect(try await workspace.diff(DiffRequest(changes: changes)).patch.contains("+hidden word"))
    }
  }

  @Test func `hits are counted without what is protected`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    for number in 0..<5 { try folder.save("Private/\(number).md", "word\n") }
    for number in 0..<5 { try folder.save("Public/\(number).md", "word\n") }
    try await folder.open { workspace in
      try await workspace.settle()
      let page = try await workspace.search(SearchRequest(text: "word", limit: 2, skip: 1, caller: Self.agent))
      #expect(page.map(\.path) == ["Public/1.md", "Public/2.md"])
      #expect(try await workspace.search(SearchRequest(text: "word", limit: 100)).count == 10)
    }
  }

  @Test func `what is to be asked about is left out of a search, and shown once it is allowed`() async throws {
    let folder = try await TestFolder()
    try folder.save(
      ".stet/policy.toml",
      "[[agents.rules]]\ntools = [\"read\"]\npaths = [\"Diary\"]\npermission = \"ask\"\n")
    try folder.save("Diary/a.md", "word\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.search(SearchRequest(text: "word", caller: Self.agent)).isEmpty)
      #expect(try await workspace.questions().isEmpty)
      await #expect(throws: VerbError.self) {
        try await workspace.read(ReadRequest(path: "Diary/a.md", caller: Self.agent))
      }
      let id = try #require(try await workspace.questions().first?.id)
      _ = try await workspace.answer(AnswerRequest(id: id, word: "allow"))
      #expect(try await workspace.search(SearchRequest(text: "word", caller: Self.agent)).map(\.path) == ["Diary/a.md"])
    }
  }

  @Test func `a conflict of a protected file shows an agent neither version, and the page is protected with it`()
    async throws
  {
    let (one, other) = (try await TestFolder(machine: "one"), try await TestFolder(machine: "other", isEmpty: true))
    let remote = try one.makeRemote()
    try await one.git("remote", "add", "origin", remote)
    try one.save(".stet/policy.toml", Self.policy)
    try one.save("Private/a.md", "first\n")
    try await one.open { try await $0.settle() }
    _ = try await WorkspaceSetUp.clone(remote, other.settings)
    try await other.open { second in
      try await second.settle()
      try await other.git("remote", "set-url", "origin", remote + ".away")
      try other.save("Private/a.md", "other's hidden\n")
      _ = try? await second.settle()
      try one.save("Private/a.md", "one's hidden\n")
      try await one.open { try await $0.settle() }
      try await other.git("remote", "set-url", "origin", remote)
      try await second.settle()
      #expect(try await second.conflicts(.person).first?.places.isEmpty == false)
      let shown = try #require(try await second.conflicts(Self.agent).first)
      #expect(shown.path == "Private/a.md" && shown.isProtected == true)
      #expect(shown.places.isEmpty && shown.kept == nil && shown.other == nil)
      try await second.settle()
      for path in ["CONFLICTS.md", "conflicts.MD"] {
        let error = await #expect(throws: VerbError.self) {
          _ = try await second.read(ReadRequest(path: path, caller: Self.agent))
        }
        #expect(error?.reason == "policy.protected")
      }
      await #expect(throws: VerbError.self) {
        try await second.write(WriteRequest(path: "CONFLICTS.md", action: .move(to: "a.md"), caller: Self.agent))
      }
    }
  }

  @Test func `a folder is not made where the policy keeps agents from`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\nread_only = [\"Archive\"]\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for path in ["Private/new", "private/new", "Archive/new", ".claude/hooks", ".git/x"] {
        await #expect(throws: VerbError.self, "\(path)") {
          try await workspace.makeFolder(MakeFolderRequest(path: path, caller: Self.agent))
        }
      }
      try await workspace.makeFolder(MakeFolderRequest(path: "Archive/new"))
      try await workspace.makeFolder(MakeFolderRequest(path: "Open/new", caller: Self.agent))
    }
  }
}
