import Testing

/// The command line as an agent uses it.
@Suite struct AgentDoorTests {
  @Test func `an agent's write is a commit by the agent, with its session, tool and machine in trailers`() async throws
  {
    try await TestWorkspace.run { workspace in
      try await workspace.stet(
        "write", "Research/a.md", "--model", "M-1", "--agent", "Claude Code", "--session", "s 1", input: "one\n"
      )
      .mustSucceed()
      let commit = try #require(try await workspace.log().first)
      #expect(commit.author == RecordedAuthor(kind: "agent", name: "Claude Code", session: "s 1"))
      #expect(commit.paths == ["Research/a.md"])
      let text = try await workspace.git("log", "-1", "--format=%an <%ae>%n%(trailers:unfold)", "refs/stet/tip").output
      #expect(text.contains("Claude Code <claude-code@agents.invalid>"))
      for trailer in [
        "Stet-Actor: agent", "Stet-Agent: Claude Code", "Stet-Session: s 1", "Stet-Model: M-1", "Stet-Tool:",
        "Stet-Machine:", "Stet-Change:",
      ] {
        #expect(text.contains(trailer), "\(trailer) is missing in\n\(text)")
      }
      #expect(workspace.text("Research/a.md") == "one\n")
    }
  }

  @Test func `an agent of a person's name is told from the person, and its search is an agent's`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("private.md", "secret word\n")
      try await workspace.shell("mkdir -p .stet")
      try workspace.save(".stet/policy.toml", "[agents]\nprotected = [\"private.md\"]\n")
      try await workspace.barrier()
      let person = try await workspace.git("config", "user.name").word
      try await workspace.stet("write", "b.md", "--agent", person, input: "a word\n").mustSucceed()
      for command in [["log"], ["blame", "b.md"], ["provenance", "b.md"]] {
        let text = try await workspace.stet(command).output
        #expect(text.contains("\(person) (agent)"), "\(command): \(text)")
      }
      let found = try await workspace.stet("search", "word", "--agent", "bot", "--session", "1")
      #expect(found.output.contains("b.md") && !found.output.contains("secret"), "\(found)")
      try await workspace.stet("list", "--agent", "bot").mustSucceed()
      let audit = try await workspace.stet("audit").output
      #expect(audit.contains("bot") && audit.contains("search"), "\(audit)")
      let long = try await workspace.stet(
        "write", "c.md", "--agent", "bot", "--session", String(repeating: "s", count: 5_000))
      #expect(long.status == 2 && long.errors.contains("at most 200"), "\(long)")
    }
  }

  @Test(arguments: ["Ann\nStet-Actor: user", "Stet-Actor: user\n\nStet-Actor: user", "a>b<c\u{1}"])
  func `no name of an agent forges a trailer`(_ name: String) async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await workspace.stet("write", "a.md", "--agent", name, "--session", name, input: "one\n")
      guard outcome.status == 0 else {
        #expect(!outcome.errors.isEmpty)
        #expect(try await workspace.log().isEmpty)
        return
      }
      #expect(try await workspace.log().first?.author.kind == "agent")
      let kinds = try await workspace.git("log", "-1", "--format=%(trailers:key=Stet-Actor,valueonly)", "refs/stet/tip")
      #expect(kinds.lines == ["agent"])
    }
  }

  @Test func `a write with a stale token is refused with 3 and changes nothing`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "first\nsecond\nthird\n")
      try await workspace.barrier()
      let token = try await workspace.read("a.md").token
      try workspace.save("a.md", "first\nmine\nthird\n")
      try await workspace.barrier()
      let before = try await workspace.log().count
      let outcome = try await workspace.agent(
        "write", "a.md", "--if", token, "--json", input: "first\nthe agent's\nthird\n")
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("\"currentToken\"") && outcome.output.contains("mine"), "\(outcome)")
      #expect(workspace.text("a.md") == "first\nmine\nthird\n")
      #expect(try await workspace.log().count == before)
    }
  }

  @Test func `edits that are apart both stand, each by its author`() async throws {
    try await TestWorkspace.run { workspace in
      let lines = (1...20).map { "line \($0)\n" }
      try workspace.save("a.md", lines.joined())
      try await workspace.barrier()
      let token = try await workspace.read("a.md").token
      try workspace.save("a.md", "the person's\n" + lines.dropFirst().joined())
      let outcome = try await workspace.agent(
        "write", "a.md", "--if", token, "--json", input: lines.dropLast().joined() + "the agent's\n")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(workspace.text("a.md") == "the person's\n" + lines.dropFirst().dropLast().joined() + "the agent's\n")
      let blame = try await workspace.blame("a.md")
      #expect(blame.first?.author.kind == "user")
      #expect(blame.last?.author.kind == "agent")
    }
  }

  @Test func `what the person has saved and nobody recorded is recorded first, as the person's`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "mine\n")
      try await workspace.agent("append", "a.md", input: "the agent's\n").mustSucceed()
      #expect(workspace.text("a.md") == "mine\nthe agent's\n")
      let commits = try await workspace.log("a.md")
      #expect(commits.map(\.author.kind) == ["agent", "user"])
      #expect(try await workspace.git("show", "\(try #require(commits.last).commit):a.md").output == "mine\n")
      #expect(try await workspace.blame("a.md").map(\.author.kind) == ["user", "agent"])
    }
  }

  @Test func `absent as token makes a file once`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.agent("write", "a.md", "--if", "absent", input: "one\n").mustSucceed()
      let second = try await workspace.agent("write", "a.md", "--if", "absent", input: "two\n")
      #expect(second.status == 3, "\(second)")
      #expect(workspace.text("a.md") == "one\n")
      #expect(try await workspace.log().count == 1)
    }
  }

  @Test func `of many who make one file at once exactly one does`() async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await workspace.shell(
        """
        for n in $(seq 12); do echo "by $n" | $STET write a.md --if absent --agent A --session $n > /dev/null 2>&1 \
          && echo won $n > $TMPDIR/won.$n & done; wait; cat $TMPDIR/won.*
        """)
      #expect(outcome.lines.count == 1, "\(outcome)")
      let winner = try #require(outcome.lines.first).split(separator: " ")[1]
      #expect(workspace.text("a.md") == "by \(winner)\n")
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test func `an append goes to the file that stands there, while another program has it open too`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("activity.md", "start\n")
      try await workspace.barrier()
      let inode = try await workspace.shell("stat -c %i activity.md").word
      try await workspace.shell(
        """
        mkfifo $TMPDIR/pipe; tee -a activity.md < $TMPDIR/pipe > /dev/null & exec 3> $TMPDIR/pipe
        echo 'first of mine' >&3; until grep -q 'first of mine' activity.md; do read -rt 0.05 <> <(:) || true; done
        echo "the agent's" | $STET append activity.md --agent Claude --session s1
        echo 'second of mine' >&3; exec 3>&-; wait
        """)
      try await workspace.barrier()
      #expect(workspace.text("activity.md") == "start\nfirst of mine\nthe agent's\nsecond of mine\n")
      #expect(try await workspace.shell("stat -c %i activity.md").word == inode)
      #expect(try await workspace.blame("activity.md").map(\.author.kind) == ["user", "user", "agent", "user"])
      try await workspace.expectQuiet()
    }
  }

  @Test func `an agent edits, moves and deletes, and each is its commit`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\ntwo\n")
      try await workspace.barrier()
      try await workspace.agent("edit", "a.md", "--old", "two", "--new", "2").mustSucceed()
      #expect(workspace.text("a.md") == "one\n2\n")
      #expect(try await workspace.agent("edit", "a.md", "--old", "nowhere", "--new", "2").status != 0)
      try await workspace.agent("move", "a.md", "deep/b.md").mustSucceed()
      #expect(workspace.text("a.md") == nil && workspace.text("deep/b.md") == "one\n2\n")
      #expect(try await workspace.blame("deep/b.md").map(\.author.kind) == ["user", "agent"])
      // An edit shows the agent no line but its own.
      #expect(try await workspace.agent("delete", "deep/b.md").status != 0)
      try await workspace.agent("read", "deep/b.md").mustSucceed()
      try await workspace.agent("delete", "deep/b.md").mustSucceed()
      #expect(workspace.text("deep/b.md") == nil)
      #expect(try await workspace.log().map(\.author.kind) == ["agent", "agent", "agent", "user"])
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test(arguments: [
    "../out.md", "/etc/out.md", ".git/config", ".GIT/config", "git~1/config", "a/../../b", "a\0b", "", "-", "a//b",
  ])
  func `no path of an agent leaves the workspace or enters git's folder`(_ path: String) async throws {
    guard !path.contains("\0") else { return }
    try await TestWorkspace.run { workspace in
      let before = try await workspace.shell("cat .git/config").output
      let outcome = try await workspace.stet(["write", "--agent", "A", "--session", "s", "--", path], input: "evil\n")
      if path != "-", path != "a//b" { #expect(outcome.status != 0, "\(outcome)") }
      #expect(try await workspace.shell("cat .git/config").output == before)
      #expect(
        try await workspace.shell("find .. -path ../run -prune -o -name out.md -print -o -name b -print").output.isEmpty
          || path == "a//b")
    }
  }

  @Test func `the same write twice is one commit`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.agent("write", "a.md", input: "one\n").mustSucceed()
      let token = try await workspace.read("a.md").token
      try await workspace.agent("write", "a.md", "--if", token, input: "one\n").mustSucceed()
      #expect(try await workspace.log().count == 1)
    }
  }
}
