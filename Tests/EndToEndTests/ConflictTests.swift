import Testing

/// Conflicts from their making to their settling, on two machines.
@Suite struct ConflictTests {
  private static let base = "one\ntwo\nthree\n"

  /// Two folders of which each changed the same line while they could not meet.
  private static func run(_ body: (Remote, _ a: TestWorkspace, _ b: TestWorkspace) async throws -> Void) async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", base)
      try await meet(a, b)
      try await remote.whileAway {
        try a.save("note.md", "one\nfrom a\nthree\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.agent("edit", "note.md", "--old", "two", "--new", "from b").mustSucceed()
      }
      try await meet(a, b)
      try await body(remote, a, b)
    }
  }

  private static func meet(_ a: TestWorkspace, _ b: TestWorkspace) async throws {
    for folder in [a, b, a, b] { try await folder.barrier() }
  }

  /// The page comes and goes a moment after the tip.
  private static func waitForPage(_ folder: TestWorkspace, _ isThere: Bool) async throws {
    try await folder.shell(
      "until [ \(isThere ? "" : "!") -e CONFLICTS.md ]; do read -rt 0.05 <> <(:) || true; done",
      within: .seconds(20))
  }

  @Test func `a conflict says who, where, when and what, in the list and on a page`() async throws {
    try await Self.run { _, a, b in
      let mine = try await a.conflicts()
      #expect(try await b.conflicts().map(\.id) == mine.map(\.id))
      let conflict = try #require(mine.first)
      #expect(conflict.path == "note.md" && conflict.reason == "content" && mine.count == 1)
      #expect(conflict.keptAuthor == RecordedAuthor(kind: "user", name: "Ann", session: nil))
      #expect(conflict.otherAuthor == RecordedAuthor(kind: "agent", name: "Claude", session: "s1"))
      #expect(conflict.keptMachine?.isEmpty == false && conflict.otherMachine?.isEmpty == false)
      #expect(conflict.keptTime?.isEmpty == false && conflict.otherTime?.isEmpty == false)
      #expect(conflict.places == [KeptConflict.Place(line: 2, kept: "from a\n", other: "from b\n", base: "two\n")])
      for folder in [a, b] {
        try await Self.waitForPage(folder, true)
        let page = try #require(folder.text("CONFLICTS.md"))
        #expect(page.contains("## note.md") && page.contains("> from b\n") && page.contains("> from a\n"))
        try await folder.barrier()
        try await folder.expectQuiet()
        #expect(try await !folder.pathsEverRecorded().contains("CONFLICTS.md"))
      }
    }
  }

  @Test func `two new names of one file are a conflict whose kept side has no author`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", Self.base)
      try await Self.meet(a, b)
      try await remote.whileAway {
        try await a.shell("mv note.md x.md")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.shell("mv note.md y.md")
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      try await Self.meet(a, b)
      for folder in [a, b] {
        let conflict = try #require(try await folder.conflicts().first)
        #expect(conflict.reason == "name" && ["x.md", "y.md"].contains(conflict.path), "\(conflict)")
        // Nobody deleted the name that the merge did not take.
        #expect(conflict.keptAuthor == nil && conflict.keptTime == nil, "\(conflict)")
        #expect(conflict.otherAuthor == RecordedAuthor(kind: "user", name: "Ann", session: nil))
        let text = try await folder.stet("conflicts").output
        #expect(text.contains("current: another name of the file") && !text.contains("deletion"), "\(text)")
      }
    }
  }

  /// A way to settle, with the text then.
  struct Choice: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    let text: String

    static let all = [
      Choice(
        testDescription: "what stands", script: "$STET resolve note.md --keep current", text: "one\nfrom a\nthree\n"),
      Choice(testDescription: "the other", script: "$STET resolve note.md --keep other", text: "one\nfrom b\nthree\n"),
      Choice(
        testDescription: "both", script: "$STET resolve note.md --keep both", text: "one\nfrom a\nfrom b\nthree\n"),
      Choice(
        testDescription: "a file", script: "echo mine > $TMPDIR/m; $STET resolve note.md --keep $TMPDIR/m",
        text: "mine\n"),
      Choice(
        testDescription: "an edit", script: "echo edited > note.md; $STET resolve note.md --done", text: "edited\n"),
      Choice(
        testDescription: "by its id",
        script: "$STET resolve $($STET conflicts --json | grep -o '\"id\":\"[0-9a-f]*' | "
          + "cut -d'\"' -f4) --keep other", text: "one\nfrom b\nthree\n"),
    ]
  }

  @Test(arguments: Choice.all)
  func `a conflict that is settled on one machine is settled on all`(_ choice: Choice) async throws {
    try await Self.run { _, a, b in
      try await Self.waitForPage(a, true)
      try await Self.waitForPage(b, true)
      let id = try #require(try await b.conflicts().first?.id)
      try await b.shell(choice.script)
      #expect(try await b.conflicts().isEmpty)
      try await Self.meet(b, a)
      for folder in [a, b] {
        #expect(try await folder.conflicts().isEmpty)
        #expect(folder.text("note.md") == choice.text)
        try await Self.waitForPage(folder, false)
        try await folder.expectQuiet()
      }
      let commit = try await a.git("log", "-1", "--format=%an%n%s%n%B", "--grep=Stet-Resolves: \(id)")
      #expect(commit.lines.prefix(2) == ["Ann", "Resolve a conflict in note.md"])
    }
  }

  @Test func `an agent settles nothing`() async throws {
    try await Self.run { _, a, _ in
      let tip = try await a.status().tip
      let outcome = try await a.stet("resolve", "note.md", "--keep", "other", "--agent", "Claude")
      #expect(outcome.status == 1 && outcome.errors.contains("never by an agent"))
      #expect(try await a.status().tip == tip)
      #expect(try await a.conflicts().count == 1)
      let missing = try await a.stet("resolve", "absent.md", "--done")
      #expect(missing.status == 1 && missing.errors.contains("No conflict is open"))
    }
  }

  @Test func `two machines that settle one conflict at once agree`() async throws {
    try await Self.run { remote, a, b in
      try await remote.whileAway {
        try await a.stet("resolve", "note.md", "--keep", "current").mustSucceed()
        try await b.stet("resolve", "note.md", "--keep", "both").mustSucceed()
      }
      try await Self.meet(a, b)
      #expect(a.text("note.md") == b.text("note.md"))
      #expect(a.text("note.md") == "one\nfrom a\nfrom b\nthree\n")
      #expect(try await a.conflicts().isEmpty)
      #expect(try await b.conflicts().isEmpty)
    }
  }

  @Test func `what a person deleted and an agent edited comes back from its conflict`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", Self.base)
      try await Self.meet(a, b)
      try await remote.whileAway {
        try await a.stet("delete", "note.md").mustSucceed()
        try await b.agent("append", "note.md", input: "four\n").mustSucceed()
      }
      try await Self.meet(a, b)
      #expect(b.text("note.md") == nil)
      #expect(try await b.conflicts().map(\.reason) == ["deletion"])
      try await a.stet("resolve", "note.md", "--keep", "other").mustSucceed()
      try await Self.meet(a, b)
      #expect(b.text("note.md") == Self.base + "four\n")
      #expect(try await b.conflicts().isEmpty)
    }
  }

  @Test func `the list is made anew where it is lost, and somebody else's page is left alone`() async throws {
    try await Self.run { _, a, _ in
      try await Self.waitForPage(a, true)
      let before = try await a.conflicts().map(\.id)
      try a.save("CONFLICTS.md", "my own words\n")
      try await a.stet("stop").mustSucceed()
      try await a.shell("rm .git/stet/conflicts.json")
      try await a.stet("start").mustSucceed()
      #expect(try await a.conflicts().map(\.id) == before)
      try await a.stet("resolve", "note.md", "--done").mustSucceed()
      try await a.barrier()
      #expect(a.text("CONFLICTS.md") == "my own words\n")
    }
  }
}
