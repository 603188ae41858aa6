import Testing

/// Blame keeps the author of a line through everything that only moves it or restores it.
@Suite struct BlameTests {
  private static func authors(_ path: String, in workspace: TestWorkspace) async throws -> [String: String] {
    let lines = try await workspace.blame(path).filter { !$0.text.isEmpty }
    return Dictionary(lines.map { ($0.text, $0.author.kind) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `lines that a restore or an undo brings back are those of who wrote them`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\ntwo\nthree\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "three\n", "--new", "four\nthree\n").mustSucceed()
      let whole = try await workspace.git("rev-parse", "refs/stet/tip").word
      try await workspace.shell("sed -i '/four/d; /two/d; s/one/ONE/' a.md")
      try await workspace.barrier()
      try await workspace.stet("restore", "a.md", "--at", whole).mustSucceed()
      let written = ["one": "user", "two": "user", "three": "user", "four": "agent"]
      #expect(try await Self.authors("a.md", in: workspace) == written)
      try await workspace.stet("undo").mustSucceed()
      #expect(try await Self.authors("a.md", in: workspace) == ["ONE": "user", "three": "user"])
      // Taken away by the agent, brought back by the person, taken away and brought back once more, elsewhere.
      try await workspace.stet("undo").mustSucceed()
      try await workspace.agent("edit", "a.md", "--old", "two\n", "--new", "").mustSucceed()
      try await workspace.stet("undo", "--session", "s1").mustSucceed()
      try await workspace.shell("mkdir d && mv a.md d/b.md")
      try await workspace.barrier()
      #expect(try await Self.authors("d/b.md", in: workspace)["two"] == "user")
      #expect(try await Self.authors("d/b.md", in: workspace)["three"] == "user")
    }
  }

  @Test(arguments: ["other", "both"])
  func `a line that a person lets stand in a conflict is that of who wrote it`(choice: String) async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\ntwo\nthree\n")
      for folder in [a, b] { try await folder.barrier() }
      try await remote.whileAway {
        try a.save("note.md", "one\nfrom a\nthree\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.agent("edit", "note.md", "--old", "two", "--new", "from b").mustSucceed()
      }
      for folder in [a, b, a] { try await folder.barrier() }
      try await a.stet("resolve", "note.md", "--keep", choice).mustSucceed()
      for folder in [a, b] { try await folder.barrier() }
      for folder in folders {
        let authors = try await Self.authors("note.md", in: folder)
        #expect(authors["from b"] == "agent" && authors["one"] == "user" && authors["three"] == "user")
        if choice == "both" { #expect(authors["from a"] == "user") }
      }
    }
  }
}
