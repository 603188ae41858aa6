import Testing

/// Going back: `restore` and `undo`.
@Suite struct RestoreTests {
  @Test func `a restore is a new commit, touches only what changes, and can be undone`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("cp /usr/share/common-licenses/BSD a.md; echo same > same.md; echo one > b.md")
      try await workspace.barrier()
      let old = try #require(try await workspace.log().first).commit
      try workspace.save("b.md", "two\n")
      try workspace.save("new.md", "new\n")
      try await workspace.barrier()
      let count = try await workspace.log().count
      let untouched = "stat -c '%n %i %y %z' a.md same.md new.md"
      let before = try await workspace.shell(untouched).output

      try await workspace.stet("restore", "a.md", "b.md", "same.md", "--at", old).mustSucceed()

      #expect(workspace.text("b.md") == "one\n")
      #expect(try await workspace.shell(untouched).output == before)
      let commits = try await workspace.log()
      #expect(commits.count == count + 1)
      #expect(commits[0].author.kind == "user" && commits[0].paths == ["b.md"])

      try await workspace.stet("undo", commits[0].commit).mustSucceed()
      #expect(workspace.text("b.md") == "two\n")
      #expect(try await workspace.log().count == count + 2)
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test func `a restore brings back a deleted folder, and what stood unrecorded in its way is recorded first`()
    async throws
  {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p Research/deep; echo a > Research/a.md; echo b > Research/deep/b.md")
      try await workspace.barrier()
      let old = try #require(try await workspace.log().first).commit
      try await workspace.shell("rm -r Research")
      try await workspace.barrier()
      try await workspace.shell("mkdir Research; echo unseen > Research/a.md")
      try await workspace.stet("restore", "Research", "--at", old).mustSucceed()
      #expect(workspace.text("Research/a.md") == "a\n" && workspace.text("Research/deep/b.md") == "b\n")
      #expect(try await workspace.git("log", "-p", "--all").output.contains("+unseen"))
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test func `a restore fails if a file could not be restored, also where others were`() async throws {
    try await TestWorkspace.run { workspace in
      for name in ["a.md", "b.md"] { try workspace.save(name, "one\n") }
      try await workspace.barrier()
      let old = try #require(try await workspace.log().first).commit
      try workspace.save("b.md", "two\n")
      // A folder in the file's place: nothing can be written there.
      try await workspace.shell("rm a.md; mkdir a.md")
      try await workspace.barrier()
      let refused = try await workspace.stet("restore", "a.md", "--at", old)
      #expect(refused.status == 1 && refused.output.contains("a.md is a folder"), "\(refused)")
      let partly = try await workspace.stet("restore", "a.md", "b.md", "--at", old)
      #expect(partly.status == 1 && partly.output.contains("a.md is a folder"), "\(partly)")
      #expect(workspace.text("b.md") == "one\n")
    }
  }

  @Test func `undo of a session takes back its regions and leaves what the person wrote since`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", (1...12).map { "line \($0)\n" }.joined())
      try workspace.save("b.md", "untouched\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "line 2\n", "--new", "agent 2\n").mustSucceed()
      try await workspace.agent("edit", "a.md", "--old", "line 6\n", "--new", "agent 6\n").mustSucceed()
      try await workspace.agent("write", "new.md", input: "the agent's\n").mustSucceed()
      try await workspace.stet(
        ["append", "a.md", "--agent", "Claude", "--session", "other"], input: "of another session\n"
      ).mustSucceed()
      try await workspace.shell("sed -i 's/line 10/the person at 10/' a.md")
      try await workspace.barrier()

      try await workspace.stet("undo", "--session", "s1").mustSucceed()

      let text = workspace.text("a.md") ?? ""
      #expect(
        !text.contains("agent 2") && !text.contains("agent 6") && text.contains("line 2\n") && text.contains("line 6\n")
      )
      #expect(text.contains("the person at 10\n") && text.contains("of another session\n"))
      #expect(workspace.text("new.md") == nil && workspace.text("b.md") == "untouched\n")
      try await workspace.barrier()
      try await workspace.expectQuiet()

      let last = try #require(try await workspace.log().first).commit
      try await workspace.stet("undo", last).mustSucceed()
      #expect(workspace.text("a.md")?.contains("agent 2\n") == true)
    }
  }

  @Test func `undo of a commit whose lines changed since asks instead of guessing`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "one", "--new", "agent").mustSucceed()
      let commit = try #require(try await workspace.log().first).commit
      try workspace.save("a.md", "the person's\n")
      try await workspace.barrier()
      let outcome = try await workspace.stet("undo", commit)
      #expect(workspace.text("a.md") == "the person's\n", "\(outcome)")
      #expect(!(outcome.output + outcome.errors).isEmpty)
    }
  }
}
