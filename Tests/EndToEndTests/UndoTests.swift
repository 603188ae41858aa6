import Testing

/// Operations: found with `stet log --operations`, taken back with `stet undo`, on one machine and on two.
@Suite struct UndoTests {
  private static let lines = (1...12).map { "line \($0)\n" }.joined()

  @Test func `what an agent did in one go is taken back as one, and that is taken back too`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", Self.lines)
      try workspace.save("gone.md", "to be deleted\n")
      try workspace.save("old.md", "to be renamed\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "line 2\n", "--new", "agent 2\n").mustSucceed()
      try await workspace.agent("write", "made/new.md", input: "the agent's\n").mustSucceed()
      try workspace.save("mine.md", "a person's in between\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "line 6\n", "--new", "agent 6\n").mustSucceed()
      try await workspace.agent("read", "gone.md").mustSucceed()
      try await workspace.agent("delete", "gone.md").mustSucceed()
      try await workspace.agent("move", "old.md", "new-name.md").mustSucceed()
      try await workspace.shell("sed -i 's/line 10/the person at 10/; s/agent 6/the person at 6/' a.md")
      try await workspace.barrier()

      let operation = try #require(try await workspace.operations().first)
      #expect(operation.kind == "agent" && operation.commits == 5 && operation.author.session == "s1")
      #expect(Set(operation.paths) == ["a.md", "gone.md", "made/new.md", "new-name.md", "old.md"])
      #expect(operation.files == 5 && operation.undoneBy == nil)

      let text = try await workspace.stet("undo", String(operation.id.prefix(6))).mustSucceed().output
      #expect(text.contains("Took back 4 files") || text.contains("Took back 5 files"), "\(text)")
      #expect(text.contains("a.md: line 6 was changed since"), "\(text)")
      #expect(
        workspace.text("a.md")
          == Self.lines.replacing("line 10", with: "the person at 10").replacing("line 6\n", with: "the person at 6\n"))
      #expect(workspace.text("made/new.md") == nil && workspace.text("gone.md") == "to be deleted\n")
      #expect(workspace.text("old.md") == "to be renamed\n" && workspace.text("new-name.md") == nil)
      #expect(try await workspace.shell("[ ! -e made ]").status == 0)
      #expect(workspace.text("mine.md") == "a person's in between\n")

      let list = try await workspace.operations()
      #expect(list.map(\.kind) == ["undo", "agent"])
      #expect(list[1].undoneBy == list[0].id && list[0].undoes == [operation.id] && list[0].commits == 1)
      let words = try await workspace.stet("log", "--operations").mustSucceed().output
      #expect(words.contains("taken back by \(list[0].id.prefix(8))"), "\(words)")

      try await workspace.stet("undo", list[0].id).mustSucceed()
      #expect(workspace.text("a.md")?.contains("agent 2\n") == true && workspace.text("gone.md") == nil)
      #expect(workspace.text("made/new.md") == "the agent's\n" && workspace.text("new-name.md") == "to be renamed\n")
      let redone = try await workspace.operations("-n", "2")
      #expect(redone.map(\.undoneBy) == [nil, redone[0].id])
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test func `an undo is recorded by who asked, says what stays, and asks where nothing can go`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "one", "--new", "agent").mustSucceed()
      let id = try #require(try await workspace.operations().first).id
      try workspace.save("a.md", "the person's\n")
      try await workspace.barrier()
      let refused = try await workspace.stet("undo", id)
      #expect(refused.status == 3 && workspace.text("a.md") == "the person's\n")
      #expect(refused.output.contains("a.md: line 1 was changed since and stays"), "\(refused)")
      #expect(refused.output.contains("stet diff a.md --from "), "\(refused)")
      #expect(try await workspace.operations().count == 1)

      try workspace.save("b.md", "mine\n")
      try await workspace.barrier()
      try await workspace.stet("undo").mustSucceed()
      #expect(workspace.text("b.md") == nil)
      #expect(try await workspace.log().first?.author.kind == "user")
      let undo = try #require(try await workspace.operations().first).id
      // One step further back, not the undo's own undo: that has to be named.
      let again = try await workspace.stet("undo").mustSucceed()
      #expect(workspace.text("b.md") == nil && workspace.text("a.md") == "agent\n", "\(again)")
      try await workspace.stet("undo", undo).mustSucceed()
      #expect(workspace.text("b.md") == "mine\n")
      for wrong in [["undo", "abcdef"], ["undo", "HEAD~99"], ["undo", id, "--from", "desk"]] {
        let outcome = try await workspace.stet(wrong)
        #expect(outcome.status != 0 && outcome.errors.contains("Nothing was changed."), "\(outcome)")
      }
    }
  }

  @Test func `files that the person moved since are named and stay`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.agent("write", "A/x.md", input: "x\n").mustSucceed()
      try await workspace.agent("write", "A/y.md", input: "y\n").mustSucceed()
      try await workspace.agent("write", "z.md", input: "z\n").mustSucceed()
      try await workspace.shell("mv A B; mv z.md B/z.md")
      try await workspace.barrier()
      let undone = try await workspace.stet("undo", "--session", "s1")
      #expect(undone.status == 3, "\(undone)")
      for name in ["x", "y", "z"] {
        #expect(undone.output.contains("B/\(name).md: was moved here since"), "\(undone)")
        #expect(workspace.text("B/\(name).md") == "\(name)\n")
      }
    }
  }

  /// The operations that the history has, and with it every machine; not what this one took without a merge.
  private func shared(_ folder: TestWorkspace) async throws -> [RecordedOperation] {
    try await folder.operations().filter { $0.kind != "adopt" }
  }

  @Test func `an undo on one machine arrives on the other, and so does its undo`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", Self.lines)
      for folder in [a, b] { try await folder.barrier() }
      try await remote.whileAway {
        // Unpublished, so that it is replayed on what the other had meanwhile: the id stays.
        try await a.agent("edit", "note.md", "--old", "line 2\n", "--new", "agent 2\n").mustSucceed()
        try await a.agent("write", "made.md", input: "the agent's\n").mustSucceed()
        try b.save("other.md", "of the other\n")
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      let id = try #require(try await shared(a).first).id
      try await remote.expectConverged(folders)
      for folder in folders { #expect(try await shared(folder).map(\.id) == [id]) }
      #expect(b.text("made.md") == "the agent's\n")
      let taken = try await b.operations().filter { $0.kind == "adopt" }
      #expect(taken.contains { $0.paths.contains("made.md") })

      try b.save("note.md", Self.lines.replacing("line 2", with: "agent 2") + "the person's\n")
      try await b.stet("undo", id).mustSucceed()
      try await remote.expectConverged(folders)
      for folder in folders {
        #expect(folder.text("note.md") == Self.lines + "the person's\n")
        #expect(folder.text("made.md") == nil && folder.text("other.md") == "of the other\n")
      }
      let undo = try #require(try await shared(a).first)
      #expect(undo.kind == "undo" && undo.undoes == [id])

      try await a.stet("undo", undo.id).mustSucceed()
      try await remote.expectConverged(folders)
      for folder in folders {
        #expect(folder.text("note.md") == Self.lines.replacing("line 2", with: "agent 2") + "the person's\n")
        #expect(folder.text("made.md") == "the agent's\n")
      }
      let ids = try await shared(a).map(\.id)
      #expect(try await shared(b).map(\.id) == ids && ids.count == 3)
    }
  }

  @Test func `of a merge one side is taken back, on every machine`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", Self.lines)
      for folder in [a, b] { try await folder.barrier() }
      try await remote.whileAway {
        try a.save("note.md", Self.lines.replacing("line 2\n", with: "from a\n"))
        try await a.stet("sync", "--wait", "--timeout", "5")
        try b.save("note.md", Self.lines.replacing("line 9\n", with: "from b\n"))
        try b.save("new.md", "from b\n")
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      let theirs = try #require(try await b.log("new.md").first).commit
      try await remote.expectConverged(folders)
      let merge = try #require(try await a.operations().first)
      #expect(merge.kind == "adopt" && merge.id == merge.commit)
      // Both folders are on a machine of one name.
      let asked = try await a.stet("undo", merge.id)
      #expect(asked.status == 2 && asked.errors.contains("--from \(theirs.prefix(8))"), "\(asked)")
      try await a.stet("undo", merge.id, "--from", theirs).mustSucceed()
      try await remote.expectConverged(folders)
      for folder in folders {
        #expect(folder.text("note.md") == Self.lines.replacing("line 2\n", with: "from a\n"))
        #expect(folder.text("new.md") == nil)
      }
      try await b.stet("undo", try #require(try await b.operations().first).id).mustSucceed()
      try await remote.expectConverged(folders)
      #expect(a.text("new.md") == "from b\n" && a.text("note.md")?.contains("from b\n") == true)
    }
  }

  @Test func `a settled conflict is open again when that is taken back, and settled when that is`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\ntwo\nthree\n")
      for folder in [a, b] { try await folder.barrier() }
      try await remote.whileAway {
        try a.save("note.md", "one\nfrom a\nthree\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.agent("edit", "note.md", "--old", "two", "--new", "from b").mustSucceed()
      }
      try await remote.expectConverged(folders)
      let conflict = try #require(try await a.conflicts().first).id
      for (choice, text) in [("other", "one\nfrom b\nthree\n"), ("current", "one\nfrom a\nthree\n")] {
        try await b.stet("resolve", "note.md", "--keep", choice).mustSucceed()
        #expect(b.text("note.md") == text)
        try await remote.expectConverged(folders)
        #expect(try await a.conflicts().isEmpty)
        let resolution = try #require(try await a.operations().first)
        #expect(resolution.kind == "resolve")
        let agent = try await a.agent("undo", resolution.id)
        #expect(agent.status != 0 && agent.errors.contains("never an agent"), "\(agent)")
        // The program may be an agent's, whatever its name.
        try await a.shellOfClient(#""$STET" undo \#(resolution.id) > $TMPDIR/undo 2>&1"#)
        let said = String(file: a.machine.place + "/tmp/undo") ?? ""
        #expect(said.contains("never an agent"), "\(said)")
        let undone = try await a.stet("undo", resolution.id).mustSucceed()
        #expect(undone.output.contains("1 conflict is open again"), "\(undone)")
        try await remote.expectConverged(folders)
        for folder in folders {
          #expect(try await folder.conflicts().map(\.id) == [conflict])
          #expect(folder.text("note.md") == "one\nfrom a\nthree\n")
        }
      }
      try await b.stet("undo", try #require(try await b.operations().first).id).mustSucceed()
      try await remote.expectConverged(folders)
      for folder in folders { #expect(try await folder.conflicts().isEmpty) }
    }
  }
}
