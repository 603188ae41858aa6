import WorkspaceAPI
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct PersonsGitTests {
  @Test func `an amended commit replaces the one it amends`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await folder.away(workspace) {
        try folder.save("a.md", "first\n")
        try await folder.git("commit", "-q", "-a", "-m", "first words")
      }
      try await workspace.settle()
      try await folder.away(workspace) {
        try folder.save("a.md", "second\n")
        try await folder.git("commit", "-q", "-a", "--amend", "-m", "second words")
      }
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      let log = try await workspace.log(LogRequest())
      #expect(log.first?.subject == "second words")
      #expect(!log.contains { $0.subject == "first words" })
      #expect(try await folder.git("log", "--format=%s", "--glob=refs/stet/rescue").contains("first words"))
      #expect(folder.text("a.md") == "second\n")
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test(arguments: ["my words", nil])
  func `another message for what was recorded for the person is taken without a question`(
    message: String?
  ) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
      let (parent, subjects) = (
        try await folder.git("rev-parse", "HEAD~1"), try await workspace.log(LogRequest()).map(\.subject)
      )
      try await folder.away(workspace) {
        try await folder.git("commit", "-q", "--amend", message.map { "--message=\($0)" } ?? "--no-edit")
      }
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(try await workspace.status().state == "recording")
      #expect(try await folder.git("rev-parse", "HEAD~1") == parent)
      let expected = [message ?? subjects[0]] + subjects.dropFirst()
      #expect(try await workspace.log(LogRequest()).map(\.subject) == expected)
      #expect(try await folder.lineAuthors("a.md") == ["Person"])
      try folder.save("a.md", "three\n")
      try await workspace.settle()
      #expect(try await workspace.log(LogRequest()).count == subjects.count + 1)
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `another message for what an agent wrote is the person's question`() async throws {
    let folder = try await TestFolder()
    let robot = Caller(agent: "Robot")
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .append(Array("two\n".utf8)), caller: robot))
      try await workspace.settle()
      try await folder.away(workspace) { try await folder.git("commit", "-q", "--amend", "-m", "my words") }
      try await until { try await !workspace.questions().isEmpty }
      #expect(try await workspace.questions().map(\.kind) == ["branch-moved-back"])
    }
  }

  @Test(arguments: [false, true])
  func `a commit of an index that is older than its branch takes back nothing that stands in the folder`(
    amends: Bool
  ) async throws {
    let folder = try await TestFolder()
    let robot = Caller(agent: "Robot")
    try await folder.open { workspace in
      for name in ["a.md", "b.md"] { try folder.save(name, "one\n") }
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .append(Array("two\n".utf8)), caller: robot))
      _ = try await workspace.write(WriteRequest(path: "new.md", action: .put(Array("new\n".utf8)), caller: robot))
      try await workspace.settle()
      try await folder.away(workspace) {
        if amends { try await folder.git("commit", "-q", "--allow-empty", "-m", "mine") }
        // As git leaves it where it read the index before the branch moved.
        try await folder.git("read-tree", amends ? "HEAD~3" : "HEAD~2")
        try folder.save("b.md", "two\n")
        try await folder.git("add", "b.md")
        try await folder.git("commit", "-q", "-m", "of an old index", amends ? "--amend" : "--no-amend")
      }
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(folder.text("a.md") == "one\ntwo\n" && folder.text("b.md") == "two\n" && folder.text("new.md") == "new\n")
      #expect(try await folder.git("status", "--porcelain") == "")
      let subjects = try await workspace.log(LogRequest()).map(\.subject)
      #expect(subjects.contains("of an old index") && !subjects.contains("mine"))
      for (path, authors) in [("a.md", ["Person", "Robot"]), ("new.md", ["Robot"]), ("b.md", ["Person"])] {
        #expect(try await folder.lineAuthors(path) == authors, "\(path)")
      }
    }
  }

  @Test func `what was put together in the index before an agent wrote takes nothing back when it is committed`()
    async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try folder.save("planned", "a part\n")
      let blob = try await folder.git("hash-object", "-w", "planned")
      try await folder.git("update-index", "--cacheinfo", "100644,\(blob),a.md")
      let append = WriteRequest(path: "a.md", action: .append(Array("two\n".utf8)), caller: Caller(agent: "Robot"))
      _ = try await workspace.write(append)
      try await workspace.settle()
      #expect(try await folder.git("diff", "--cached", "--name-only") == "a.md")
      try await folder.git("commit", "-q", "-m", "mine")
      try await workspace.settle()
      #expect(folder.text("a.md") == "one\ntwo\n")
      #expect(try await folder.lineAuthors("a.md") == ["Person", "Robot"])
      #expect(try await workspace.log(LogRequest()).map(\.subject).contains("mine"))
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `what the person takes out of git and has ignored stays out, and stays in the folder`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.env", "one\n")
      try await workspace.settle()
      try await folder.away(workspace) {
        try await folder.git("rm", "-q", "--cached", "a.env")
        try folder.save(".gitignore", "a.env\n")
        try await folder.git("add", ".gitignore")
        try await folder.git("commit", "-q", "-m", "out")
      }
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "--name-only", "main") == ".gitignore")
      #expect(folder.text("a.env") == "one\n")
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `a mode that is changed in the index alone and committed becomes the file's`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("run.sh", "true\n")
      try await workspace.settle()
      try await folder.git("update-index", "--chmod=+x", "run.sh")
      try await folder.git("commit", "-q", "-m", "can be run")
      try await workspace.settle()
      #expect(access(folder.root + "/run.sh", X_OK) == 0)
      #expect(try await folder.git("ls-tree", "--format=%(objectmode)", "main", "run.sh") == "100755")
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `what others published comes with its files where the branch alone was moved to it`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for name in ["a.md", "b.md"] { try folder.save(name, "one\n") }
      try await workspace.settle()
      try await folder.away(workspace) {
        try await folder.git("switch", "-q", "-c", "side")
        try folder.save("a.md", "one\ntwo\n")
        try folder.save("new.md", "new\n")
        try await folder.git("rm", "-q", "b.md")
        try await folder.git("add", "-A")
        try await folder.git("-c", "user.name=Berta", "commit", "-q", "-m", "from Berta")
        try await folder.git("switch", "-q", "main")
      }
      try await workspace.settle()
      try await folder.git("update-ref", "refs/remotes/origin/main", "side")
      try await folder.git("reset", "-q", "origin/main")
      try await workspace.settle()
      #expect(folder.text("a.md") == "one\ntwo\n" && folder.text("new.md") == "new\n" && folder.text("b.md") == nil)
      #expect(try await folder.lineAuthors("a.md") == ["Person", "Berta"])
      #expect(try await workspace.log(LogRequest()).first?.subject == "from Berta")
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `an older version that the person puts back and commits stands`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
      try await folder.away(workspace) {
        try await folder.git("checkout", "-q", "HEAD~1", "--", "a.md")
        try await folder.git("commit", "-q", "-m", "back to one")
      }
      try await workspace.settle()
      #expect(folder.text("a.md") == "one\n")
      #expect(try await workspace.log(LogRequest(path: "a.md")).first?.subject == "back to one")
    }
  }

  @Test func `commits that ended a merge are taken before the files are looked at`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await folder.away(workspace) {
        try await folder.git("switch", "-q", "-c", "side")
        try folder.save("b.md", "side\n")
        try await folder.git("add", "b.md")
        try await folder.git("-c", "user.name=Berta", "commit", "-q", "-m", "from Berta")
        try await folder.git("switch", "-q", "main")
        try await folder.git("merge", "-q", "--no-edit", "side")
      }
      try await workspace.settle()
      #expect(try await workspace.blame(BlameRequest(path: "b.md")).map(\.author.name) == ["Berta"])
      #expect(try await workspace.log(LogRequest(path: "b.md")).map(\.subject) == ["from Berta"])
    }
  }

  @Test func `saves made while the question about the branch was open are recorded when it is put back`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
      try await folder.git("reset", "-q", "--hard", "HEAD~1")
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      try folder.save("b.md", "meanwhile\n")
      _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: "put-back"))
      try await workspace.settle()
      #expect(folder.text("a.md") == "two\n")
      #expect(try await folder.git("show", "main:b.md") == "meanwhile")
    }
  }

  @Test func `a deleted branch is made again by either answer`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for word in ["record", "put-back"] {
        try folder.save("a.md", word + "\n")
        try await workspace.settle()
        try await folder.git("update-ref", "-d", "refs/heads/main")
        await #expect(throws: VerbError.self) { try await workspace.settle() }
        _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: word))
        try await workspace.settle()
        #expect(try await folder.git("show", "main:a.md") == word)
      }
    }
  }
}

extension TestFolder {
  /// Returns the author of each line by git's blame of its last commit.
  func lineAuthors(_ path: String) async throws -> [String] {
    try await git("blame", "--line-porcelain", "HEAD", "--", path).split(separator: "\n").compactMap { line in
      line.hasPrefix("author ") ? String(line.dropFirst(7)) : nil
    }
  }

  /// Has the person's git work while recording rests, so that the files are not taken for saves first.
  func away(_ workspace: Workspace, _ body: () async throws -> Void) async throws {
    try save(".git/BISECT_LOG", "")
    try await until { try await workspace.status().state == "paused" }
    try await body()
    unlink(root + "/.git/BISECT_LOG")
  }
}
