import Testing

/// Editors that save a text which an agent changed after they had loaded it (review A6).
@Suite struct StaleSaveTests {
  private func prepared(_ body: (TestWorkspace) async throws -> Void) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell(
        "cp /usr/share/common-licenses/Artistic letter.txt; sed -i '1i The Artistic' letter.txt")
      try await workspace.barrier()
      try await body(workspace)
    }
  }

  private func expectBoth(_ workspace: TestWorkspace) async throws {
    #expect(workspace.text("letter.txt")?.hasPrefix("AGENT The Artistic\n") == true)
    #expect(workspace.text("letter.txt")?.hasSuffix("A line of mine\n") == true)
    let blame = try await workspace.blame("letter.txt")
    #expect(blame.first?.author == RecordedAuthor(kind: "agent", name: "Claude", session: "s1"))
    #expect(blame.last?.author.kind == "user")
    #expect(Set(blame.dropFirst().map(\.author.kind)) == ["user"])
    try await workspace.expectQuiet()
  }

  @Test(arguments: StaleEditor.all)
  func `of an old buffer the save stands, and so does what an agent wrote since, each by its author`(
    _ editor: StaleEditor
  ) async throws {
    try await prepared { workspace in
      try await workspace.shell(StaleEditor.agent + "export AGENT\n" + editor.script)
      try await workspace.barrier()
      if editor.reads {
        #expect(workspace.text("letter.txt")?.hasPrefix("The Artistic\n") == true)
        try await workspace.stet("reapply", "letter.txt").mustSucceed()
        try await workspace.barrier()
      }
      try await expectBoth(workspace)
      #expect(
        try await workspace.log("letter.txt").prefix(3).map(\.author.kind) == ["agent", "user", "agent"])
    }
  }

  @Test(arguments: StaleEditor.all, [false, true])
  func `of an old buffer both ends stay, whoever read the file since`(_ editor: StaleEditor, isLog: Bool) async throws {
    try await prepared { workspace in
      if isLog {
        try workspace.save(".gitattributes", "letter.txt merge=union\n")
        try await workspace.barrier()
      }
      try await workspace.shell(StaleEditor.appendingAgent + "export AGENT\n" + editor.script)
      try await workspace.barrier()
      let text = try #require(workspace.text("letter.txt"))
      #expect(text.hasPrefix("The Artistic\n"))
      // Some programs indent the line, or put a blank one before it.
      let ends = try await workspace.blame("letter.txt").suffix(4)
        .filter { $0.text.contains("AGENT") || $0.text.contains("A line of mine") }
      #expect(ends.map(\.author.kind) == ["agent", "user"], "\(text.suffix(200))")
      try await workspace.expectQuiet()
    }
  }

  @Test(
    arguments: [
      "cp": "cp letter.txt $TMPDIR/backup; $AGENT; cp $TMPDIR/backup letter.txt",
      "mv": "cp letter.txt $TMPDIR/backup; $AGENT; mv $TMPDIR/backup letter.txt",
      "git checkout": "$AGENT; $STET -C . sync --wait; git checkout -q HEAD~1 -- letter.txt",
      "git show": "$AGENT; $STET -C . sync --wait; git show HEAD~1:letter.txt > letter.txt",
    ])
  func `an old copy that is brought back stands`(_ name: String, _ script: String) async throws {
    try await prepared { workspace in
      try await workspace.shell(StaleEditor.agent + script)
      try await workspace.barrier()
      #expect(workspace.text("letter.txt")?.hasPrefix("The Artistic\n") == true)
      #expect(try await workspace.log("letter.txt").first?.author.kind == "user")
      try await workspace.expectQuiet()
    }
  }

  @Test func `who saw the new text and then threw it away has thrown it away`() async throws {
    try await prepared { workspace in
      try await workspace.shell(
        StaleEditor.agent + "$AGENT; cat letter.txt > $TMPDIR/seen; sed -i 's/^AGENT //; $a A line of mine' letter.txt")
      try await workspace.barrier()
      #expect(workspace.text("letter.txt")?.hasPrefix("The Artistic\n") == true)
    }
  }

  @Test func `a file of which nothing is left out has nothing to be merged`() async throws {
    try await prepared { workspace in
      let outcome = try await workspace.stet("reapply", "letter.txt")
      #expect(outcome.status == 1 && outcome.errors.contains("stet log letter.txt"), "\(outcome)")
    }
  }
}
