import WorkspaceAPI
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct RulesFollowingTests {
  @Test func `a folder that is not ignored any more is recorded and watched`() async throws {
    let folder = try await TestFolder()
    try folder.save(".gitignore", "skip/\n")
    try folder.save("skip/inner/a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("ls-files", "skip") == "")
      try folder.save(".gitignore", "")
      try await workspace.settle()
      #expect(try await folder.git("ls-files", "skip") == "skip/inner/a.md")
      try folder.save("skip/inner/b.md", "two\n")
      try await workspace.settle()
      #expect(try await folder.git("ls-files", "skip") == "skip/inner/a.md\nskip/inner/b.md")
    }
  }

  @Test func `a recorded file in an ignored folder is still seen`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("build/keep.md", "one\n")
      try await workspace.settle()
      try folder.save(".gitignore", "build/\n")
      try await workspace.settle()
      try folder.save("build/keep.md", "two\n")
      try folder.save("build/other.md", "no\n")
      try await workspace.settle()
      #expect(try await folder.git("show", "main:build/keep.md") == "two")
      #expect(try await folder.git("ls-files", "build") == "build/keep.md")
    }
  }

  @Test func `a file that git adds in an ignored folder is seen from then on`() async throws {
    let folder = try await TestFolder()
    try folder.save(".gitignore", "build/\n")
    try folder.save("build/keep.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("ls-files", "build") == "")
      try await folder.git("add", "-f", "build/keep.md")
      try await folder.git("commit", "-q", "-m", "keep it")
      try await workspace.settle()
      try folder.save("build/keep.md", "two\n")
      try folder.save("build/other.md", "no\n")
      try await until { try await folder.git("show", "main:build/keep.md") == "two" }
      #expect(try await folder.git("ls-files", "build") == "build/keep.md")
    }
  }

  @Test func `a file that another machine brings into an ignored folder is seen from then on`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    try desk.save(".gitignore", "build/\n")
    try await desk.open { workspace in try await workspace.settle() }
    try await laptop.open { workspace in try await workspace.settle() }
    try laptop.save("build/other.md", "no\n")
    // The scan of this start leaves the folder out.
    try await laptop.open { workspace in
      try await workspace.settle()
      try desk.save("build/keep.md", "one\n")
      try await desk.git("add", "-f", "build/keep.md")
      try await desk.git("commit", "-q", "-m", "keep it")
      try await desk.open { other in try await other.settle() }
      try await until { laptop.text("build/keep.md") == "one\n" }
      try await workspace.settle()
      try laptop.save("build/keep.md", "two\n")
      try await until { try await laptop.git("show", "main:build/keep.md") == "two" }
    }
  }

  @Test(arguments: [".gitattributes", "sub/.gitattributes"])
  func `recording is paused while an attribute of any folder converts files`(attributes: String) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("sub/a.txt", "one\n")
      try await workspace.settle()
      try folder.save(attributes, "*.txt eol=crlf\n")
      try await until { try await workspace.status().state == "paused" }
      #expect(try await workspace.status().reason?.contains(attributes + ":1") == true)
      unlink(folder.root + "/" + attributes)
      try await until { try await workspace.status().state == "recording" }
      try folder.save("sub/a.txt", "two\n")
      try await workspace.settle()
      #expect(try await folder.git("show", "main:sub/a.txt") == "two")
    }
  }

  @Test func `a pause because of an attribute ends when its folder is moved away`() async throws {
    let (folder, elsewhere) = (try await TestFolder(), TemporaryFolder())
    try await folder.open { workspace in
      try folder.save("vendor/a.txt", "one\n")
      try folder.save("b.md", "one\n")
      try await workspace.settle()
      try folder.save("vendor/.gitattributes", "*.txt eol=crlf\n")
      try await until { try await workspace.status().state == "paused" }
      #expect(rename(folder.root + "/vendor", elsewhere.path + "/vendor") == 0)
      try await until { try await workspace.status().state == "recording" }
    }
  }

  @Test func `attributes in another repository and in an ignored folder do not matter`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".gitignore", "skip/\n")
      try await workspace.settle()
      try folder.save("inner/.git/HEAD", "ref: refs/heads/main\n")
      for place in ["inner", "skip"] { try folder.save(place + "/.gitattributes", "*.txt eol=crlf\n") }
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(try await workspace.status().state == "recording")
      #expect(try await folder.git("show", "main:a.md") == "one")
    }
  }

  @Test func `of an ignored file a reader gets what is on disk`() async throws {
    let folder = try await TestFolder()
    let agent = Caller(agent: "bot", session: "s")
    try await folder.open { workspace in
      try folder.save(".gitignore", "*.env\n")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: "a.env", action: .put(Array("agent\n".utf8)), caller: agent))
      #expect(try await workspace.read(ReadRequest(path: "a.env", caller: agent)).content == "agent\n")
      try folder.save("a.env", "person\n")
      #expect(try await workspace.read(ReadRequest(path: "a.env", caller: agent)).content == "person\n")
    }
  }
}
