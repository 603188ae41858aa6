import FoundationEssentials
import WorkspaceAPI
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct BranchAcrossStopsTests {
  @Test func `a commit made while no daemon ran is taken with its author and stays on the branch`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
    }
    try folder.save("mine.md", "mine\n")
    try await folder.git("add", "mine.md")
    try await folder.git("commit", "-q", "-m", "my own")
    let commit = try await folder.git("rev-parse", "HEAD")
    try await folder.open { workspace in
      try await workspace.settle()
      try await folder.git("merge-base", "--is-ancestor", commit, "main")
      #expect(try await workspace.log(LogRequest(path: "mine.md")).map(\.commit.hex) == [commit])
    }
  }

  @Test(arguments: ["record", "put-back"])
  func `a branch moved back while no daemon ran is asked about, and both answers work`(word: String) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
    }
    for round in 1...2 {
      try await folder.git("reset", "-q", "--hard", "HEAD~1")
      let back = try #require(folder.text("a.md"))
      try await folder.open { workspace in
        #expect(try await workspace.questions().map(\.id) == ["branch-moved-back"])
        #expect(folder.text("a.md") == back, "round \(round)")
        _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: word, caller: .person))
        try await workspace.settle()
        #expect(try await workspace.questions().isEmpty)
        #expect(folder.text("a.md") == (word == "record" ? back : "two\n"), "round \(round)")
        #expect(try await folder.git("status", "--porcelain") == "")
      }
    }
  }

  @Test(arguments: ["record", "put-back"])
  func `the question about a moved branch is not answered while git is on another branch`(word: String) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
      try await folder.git("reset", "-q", "--hard", "HEAD~1")
      try await until { try await workspace.questions().map(\.id) == ["branch-moved-back"] }
      try await folder.git("switch", "-q", "-c", "side")
      try folder.save("s.md", "side\n")
      try await folder.git("add", "s.md")
      try await folder.git("commit", "-q", "-m", "on the side")
      try await until { try await workspace.status().reason?.contains("'side'") == true }
      for word in ["record", "put-back"] {
        let error = await #expect(throws: VerbError.self, "\(word)") {
          try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: word))
        }
        #expect(error?.code == .busy && error?.what.contains("'side'") == true, "\(String(describing: error))")
        #expect(try await workspace.questions().map(\.id) == ["branch-moved-back"])
      }
      #expect(folder.text("a.md") == "one\n" && folder.text("s.md") == "side\n")
      #expect(try await folder.git("ls-tree", "--name-only", "refs/stet/tip") == "a.md")
      try await folder.git("switch", "-q", "main")
      try await until { try await workspace.status().reason?.contains("moved back") == true }
      _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: word))
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(folder.text("a.md") == (word == "record" ? "one\n" : "two\n"))
      #expect(try await folder.git("ls-tree", "--name-only", "main") == "a.md")
    }
  }

  @Test func `a file that was staged, and deleted before the question is answered, is not left staged`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for name in ["a.md", "b.md"] {
        try folder.save(name, "one\n")
        try await workspace.settle()
      }
      try await folder.git("reset", "-q", "--soft", "HEAD~1")
      try await until { try await workspace.questions().map(\.id) == ["branch-moved-back"] }
      unlink(folder.root + "/b.md")
      _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: "record", caller: .person))
      try await workspace.settle()
      #expect(try await folder.git("status", "--porcelain") == "")
      #expect(try await folder.git("ls-tree", "--name-only", "main") == "a.md")
    }
  }

  @Test func `an index that a crash left ahead of its branch is clean again, also where the file is gone`() async throws
  {
    let folder = try await TestFolder()
    var first = ""
    try await folder.open { workspace in
      try folder.save("note.md", "one\n")
      try await workspace.settle()
      first = try await folder.git("rev-parse", "HEAD")
      try folder.save("note.md~new", "two\n")
      try await workspace.settle()
      try await folder.git("status", "--porcelain")
      try FileManager.default.copyItem(atPath: folder.root + "/.git/index", toPath: folder.root + "/.git/index-kept")
      try FileManager.default.removeItem(atPath: folder.root + "/note.md")
      try FileManager.default.moveItem(atPath: folder.root + "/note.md~new", toPath: folder.root + "/note.md")
      try await workspace.settle()
    }
    // The process ended after it wrote the index of the second commit.
    try await folder.git("update-ref", "refs/heads/main", first)
    try await folder.git("update-ref", "refs/stet/branch/main", first)
    #expect(rename(folder.root + "/.git/index-kept", folder.root + "/.git/index") == 0)
    #expect(try await folder.git("status", "--porcelain").contains("AD note.md~new"))
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("status", "--porcelain") == "")
      #expect(try await folder.git("ls-tree", "--name-only", "main") == "note.md")
    }
  }

  @Test func `the recorded branch stays the recorded one when the daemon starts beside another`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
    }
    try await folder.git("switch", "-q", "-c", "side")
    try folder.save("a.md", "side\n")
    try await folder.git("commit", "-q", "-a", "-m", "on the side")
    try await folder.open { workspace in
      let status = try await workspace.status()
      #expect(status.branch == "main")
      #expect(status.state == "paused")
      try await folder.git("switch", "-q", "main")
      try await workspace.settle()
      #expect(try await workspace.status().state == "recording")
    }
    #expect(folder.text("a.md") == "one\n")
    #expect(try await folder.git("log", "--format=%s", "-1", "side") == "on the side")
  }

  @Test func `a branch that is renamed under a running daemon is named as such, with the way on`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await folder.git("branch", "-m", "main", "notes")
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      let reason = try #require(try await workspace.status().reason)
      #expect(reason.contains("'main' is called 'notes' now") && reason.contains("stet start"))
      #expect(!reason.contains("git switch"))
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.status().branch == "notes")
    }
  }

  @Test func `a branch that was renamed goes on under its new name`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
    }
    try await folder.git("branch", "-m", "main", "trunk")
    try await folder.open { workspace in
      try folder.save("a.md", "two\n")
      try await workspace.settle()
      #expect(try await folder.git("show", "trunk:a.md") == "two")
    }
  }
}
