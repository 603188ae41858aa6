import WorkspaceAPI
import Documents
import GitObjects
import TestSupport
import Testing
import WorkTree

@testable import WorkspaceEngine

/// The maker and the last author of a file, as each read shows them.
@Suite struct ReadProvenanceTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "edit_file")

  /// Whether a read says what `stet provenance` says.
  private func agrees(_ path: String, _ workspace: Workspace) async throws -> Bool {
    var found: FileProvenance?
    // On a slow machine a read has no time to find out all, and the next one knows.
    _ = try await eventually {
      found = try await workspace.read(ReadRequest(path: path)).provenance
      return found?.createdBy != nil
    }
    let read = try #require(found)
    let report = try await workspace.provenance(ProvenanceRequest(path: path))
    return read.createdBy == report.createdBy && read.createdAt == report.createdAt
      && read.lastModifiedBy == report.lastModifiedBy && read.lastModifiedAt == report.lastModifiedAt
  }

  @Test func `a read tells who made the file and who changed it last, as history has it`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(try await agrees("a.md", workspace))
      _ = try await workspace.write(
        WriteRequest(
          path: "a.md", action: .edit(old: "one", new: "two", everywhere: false), caller: Self.agent))
      try await until { try await workspace.read(ReadRequest(path: "a.md")).provenance?.createdBy != nil }
      let read = try #require(try await workspace.read(ReadRequest(path: "a.md")).provenance)
      #expect(read.createdBy?.kind == "user" && read.lastModifiedBy.kind == "agent")
      #expect(read.lastModifiedBy.name == "bot")
      #expect(try await agrees("a.md", workspace))
      // The version of before, by somebody else.
      try folder.save("a.md", "one\n")
      try folder.save("b.md", "b\n")
      try await workspace.settle()
      #expect(try await agrees("a.md", workspace))
      try await until { try await workspace.read(ReadRequest(path: "a.md")).provenance?.lastModifiedBy.kind == "user" }
      #expect(try await agrees("b.md", workspace))
      _ = try await workspace.write(WriteRequest(path: "c.md", action: .put(Array("c\n".utf8)), caller: Self.agent))
      #expect(try await agrees("c.md", workspace))
    }
  }

  @Test func `a merge of Stet's is no change of anybody's`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n\ntwo\n\nthree\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try await folder.git("checkout", "-q", "-b", "side")
      try folder.save("a.md", "one\n\ntwo\n\nthree, by hand\n")
      try await folder.git("commit", "-q", "-a", "-m", "side")
      try await folder.git("checkout", "-q", "main")
      try await workspace.settle()
      _ = try await workspace.write(
        WriteRequest(
          path: "a.md", action: .edit(old: "one", new: "one, by the agent", everywhere: false), caller: Self.agent))
      try await workspace.settle()
      try await folder.git("merge", "-q", "-m", "both", "side")
      try await workspace.settle()
      #expect(try await workspace.read(ReadRequest(path: "a.md")).content.contains("three, by hand"))
      #expect(try await agrees("a.md", workspace))
    }
  }

  @Test(arguments: [true, false])
  func `of a file that a person and an agent made apart the keys, a read and the history say the same`(
    isPersonFirst: Bool
  ) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await laptop.open { second in
      try laptop.save(".stet/policy.toml", "[provenance]\nstamp = [\"*.md\"]\n")
      try await second.settle()
      try await desk.open { first in
        try await first.settle()
        // The search for saves from before the start is done.
        await first.keeper.updateIdle(at: .max / 4)
        try await desk.git("remote", "set-url", "origin", remote + ".away")
        for isPersons in [isPersonFirst, !isPersonFirst] {
          if isPersons {
            try desk.save("d.md", "Mine is here.\n")
            _ = try? await first.settle()
          } else {
            let text = WriteAction.put(Array("Its is there.\n".utf8))
            _ = try await second.write(WriteRequest(path: "d.md", action: text, caller: Self.agent))
            try await second.settle()
            #expect(try await agrees("d.md", second))
          }
          // The times of commits are whole seconds.
          let now = SystemTime().now().seconds
          try await until { SystemTime().now().seconds > now }
        }
        try await desk.git("remote", "set-url", "origin", remote)
        try await first.settle()
        let kinds = isPersonFirst ? ["user", "agent"] : ["agent", "user"]
        var time = Int64.max / 2
        try await until {
          time += 60_000_000_000
          await first.keeper.updateIdle(at: time)
          return FrontMatter(Array((desk.text("d.md") ?? "").utf8))?["last_modified_by"] == kinds[1]
        }
        try await first.settle()
        let text = try #require(desk.text("d.md"))
        #expect(text.contains("Mine is here.") && text.contains("Its is there."), "\(text)")
        let matter = try #require(FrontMatter(Array(text.utf8)))
        #expect(matter["created_by"] == kinds[0], "\(text)")
        let report = try await first.provenance(ProvenanceRequest(path: "d.md"))
        #expect([report.createdBy.kind, report.lastModifiedBy.kind] == kinds)
        // The stamp of an agent's write may be a second older than its commit.
        if isPersonFirst {
          #expect(matter["created_at"] == report.createdAt)
        } else {
          #expect(matter["last_modified_at"] == report.lastModifiedAt)
        }
        try await second.settle()
        for workspace in [first, second] { #expect(try await agrees("d.md", workspace)) }
      }
    }
  }

  /// Makes a history of 3,000 commits; the first makes the file.
  private func fill(_ folder: TestFolder, with file: String) async throws {
    let script = """
      awk 'BEGIN { for (i = 1; i <= 3000; i++) {
        printf "commit refs/heads/main\\ncommitter Person <person@example.org> %d +0000\\ndata 1\\nx\\n", 1700000000 + i
        if (i == 1) printf "M 644 inline \(file)\\ndata 4\\nold\\n\\n"
        printf "M 644 inline a/%d.md\\ndata 2\\n%d\\n\\n", i % 5, i % 10
      } }' | git fast-import --quiet --force
      """
    try await folder.git("-c", "alias.fill=!\(script)", "fill")
    try await folder.git("reset", "-q", "--hard")
  }

  @Test func `what a read had no time to find out the next one knows`() async throws {
    let folder = try await TestFolder()
    try await fill(folder, with: "old.md")
    try await folder.open { workspace in
      try await workspace.settle()
      try await until { try await workspace.read(ReadRequest(path: "old.md")).provenance?.createdBy != nil }
      #expect(try await agrees("old.md", workspace))
      let tip = await workspace.keeper.tip
      _ = try await workspace.write(WriteRequest(path: "new.md", action: .put(Array("n\n".utf8)), caller: Self.agent))
      #expect(await workspace.keeper.tip != tip)
      #expect(try await agrees("old.md", workspace))
    }
  }

  @Test func `a write names who made its file long ago, at the latest once the look has come so far`() async throws {
    let folder = try await TestFolder()
    try await fill(folder, with: "old.md")
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[provenance]\nstamp = [\"old.md\"]\n")
      try await workspace.settle()
      let deadline = ContinuousClock.now + .seconds(60)
      repeat {
        _ = try await workspace.read(ReadRequest(path: "old.md"))
        let edit = WriteAction.edit(old: "old", new: "old x", everywhere: false)
        _ = try await workspace.write(WriteRequest(path: "old.md", action: edit, caller: Self.agent))
      } while folder.text("old.md")?.contains("created_by:") != true && ContinuousClock.now < deadline
      let text = try #require(folder.text("old.md"))
      #expect(text.contains("created_by: user\ncreated_at: 2023-11-14T22:13:21Z\n"), "\(text)")
      #expect(text.contains("last_modified_by: agent\n"))
    }
  }
}
