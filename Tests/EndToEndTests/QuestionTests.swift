import Glibc
import Testing

/// One list of what a person must decide, reported as it comes and goes, with programs that hear of it.
@Suite struct QuestionTests {
  private static let base = "one\ntwo\nthree\n"

  private static func meet(_ a: TestWorkspace, _ b: TestWorkspace) async throws {
    for folder in [a, b, a, b] { try await folder.barrier() }
  }

  /// Two folders that each changed the same line while they could not meet.
  private static func clash(
    _ body: (_ a: TestWorkspace, _ b: TestWorkspace) async throws -> Void,
    then: (_ a: TestWorkspace, _ b: TestWorkspace) async throws -> Void
  ) async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", base)
      try await meet(a, b)
      try await body(a, b)
      try await remote.whileAway {
        try a.save("note.md", "one\nfrom a\nthree\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try await b.agent("edit", "note.md", "--old", "two", "--new", "from b").mustSucceed()
      }
      try await meet(a, b)
      try await then(a, b)
    }
  }

  @Test func `a list that is shown elsewhere names the folder in which its commands are valid`() async throws {
    try await Self.clash { a, _ in
      try await a.shell("mkdir Sub")
    } then: { a, _ in
      let line = "Type the commands in \(a.root)."
      for verb in ["questions", "conflicts"] {
        for (place, isNamed) in [("/", true), (a.root + "/Sub", true), (a.root, false)] {
          let shown = try await a.machine.run([Machine.binary, "-C", a.root, verb], in: place)
          #expect(shown.lines.contains(line) == isNamed, "\(place): \(shown)")
        }
      }
      let listed = try await a.machine.run([Machine.binary, "questions"], in: a.root + "/Sub")
      let command = try #require(listed.lines.first { $0.hasSuffix("--keep current") })
      let settled = try await a.machine.shell("stet() { \"$STET\" \"$@\"; }; \(command)", in: a.root)
      #expect(settled.status == 0, "\(settled)")
      #expect(try await a.questions().isEmpty)
    }
  }

  @Test func `a conflict fires the hook on each machine once, and settling it on one settles it on the other`()
    async throws
  {
    try await Self.clash { a, b in
      for folder in [a, b] {
        try folder.hook("conflict", "echo \"$STET_ID $STET_PATH $STET_EVENT\" >> .git/fired; cat >> .git/documents")
        try folder.hook("settled", "echo \"$STET_ID $STET_PATH $STET_EVENT\" >> .git/settled")
      }
    } then: { a, b in
      for folder in [a, b] { try await folder.wait("[ -s .git/documents ]") }
      let questions = try await a.questions()
      #expect(try await b.questions().map(\.id) == questions.map(\.id))
      let question = try #require(questions.first)
      #expect(questions.count == 1 && question.kind == "conflict" && question.seen.contains("note.md"))
      #expect(question.answers.map(\.word) == ["current", "other"])
      #expect(try await a.conflicts().map(\.id) == [question.id])
      for command in ["questions", "conflicts"] { #expect(try await a.stet(command).status == 3) }
      // A question on another machine blocks nobody's work.
      try await b.stet("write", "other.md", input: "x\n").mustSucceed()
      try await Self.meet(a, b)

      let watch = try await b.watch()
      try await a.stet("questions", "answer", String(question.id.prefix(8)), "other").mustSucceed()
      try await Self.meet(a, b)
      for folder in [a, b] {
        try await folder.wait("[ -s .git/settled ]")
        try await folder.barrier()
        #expect(try await folder.questions().isEmpty)
        #expect(try await folder.stet("questions").status == 0)
        #expect(folder.text("note.md") == "one\nfrom b\nthree\n")
        #expect(folder.text(".git/fired") == "\(question.id) note.md conflict\n")
        #expect(folder.text(".git/settled") == "\(question.id) note.md settled\n")
        #expect(folder.text(".git/documents")?.hasPrefix("{") == true)
        #expect(folder.text(".git/documents")?.contains("\"id\":\"\(question.id)\"") == true)
      }
      #expect(b.told("settled").count == 1 && b.told("settled").first?.contains(question.id) == true)
      for kind in ["fetched", "adopted"] { #expect(!b.told(kind).isEmpty, "\(kind)") }
      watch.send(SIGTERM)
      _ = await watch.end()
      // A start reports nothing again that was reported.
      try await b.stet("stop").mustSucceed()
      try await b.stet("start").mustSucceed()
      try await b.barrier()
      #expect(b.text(".git/fired") == "\(question.id) note.md conflict\n")
    }
  }

  @Test func `a hook may settle the conflict that it was run for`() async throws {
    try await Self.clash { a, _ in
      try a.hook(
        "conflict",
        "\"$STET_PROGRAM\" -C \"$STET_ROOT\" resolve \"$STET_ID\" --keep current > .git/out 2>&1; "
          + "echo $? > .git/status")
    } then: { a, b in
      try await a.wait("[ -s .git/status ]")
      #expect(a.text(".git/status") == "0\n", "\(a.text(".git/out") ?? "")")
      try await Self.meet(a, b)
      for folder in [a, b] {
        #expect(try await folder.questions().isEmpty)
        #expect(folder.text("note.md") == "one\nfrom a\nthree\n")
      }
    }
  }

  @Test func `a safety stop fires the hook, which may answer it`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("for n in {1..30}; do echo $n > $n.md; done")
      try await workspace.barrier()
      try workspace.hook(
        "question", "cat > .git/document; \"$STET_PROGRAM\" questions answer \"$STET_ID\" bring-back >> .git/out 2>&1")
      try workspace.hook("settled", "echo \"$STET_EVENT $STET_ID\" >> .git/settled")
      // Seen at once: of what goes slowly the first few are deletions like any others.
      try await workspace.shell("daemon=$(cat .git/stet/lock); kill -STOP $daemon; rm *.md; kill -CONT $daemon")
      try await workspace.wait("[ -s .git/settled ]", .seconds(60))
      #expect(workspace.text(".git/settled") == "answered folder-emptied\n", "\(workspace.text(".git/out") ?? "")")
      #expect(workspace.text(".git/document")?.contains("\"kind\":\"safety-stop\"") == true)
      try await workspace.wait("[ $(ls *.md | wc -l) -eq 30 ]", .seconds(60))
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `a hook that hangs is ended and holds nothing up`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("git config stet.hookTimeout 2; for n in {1..30}; do echo $n > $n.md; done")
      try await workspace.barrier()
      try workspace.hook("question", "trap '' TERM; echo begins; sleep 1000 & echo $! > .git/child; wait; sleep 1000")
      try await workspace.shell("rm *.md")
      try await workspace.wait("[ -s .git/child ]", .seconds(60))
      try await workspace.stet("write", "meanwhile.md", input: "x\n").mustSucceed()
      try await workspace.wait("! kill -0 $(cat .git/child) 2> /dev/null")
      try await workspace.wait("grep -q 'was killed' .git/stet/log")
      #expect(workspace.text(".git/stet/log")?.contains("begins") == true)
      let doctor = try await workspace.stet("doctor")
      #expect(doctor.status == 1 && doctor.output.contains("did not end within 2 s"))
    }
  }

  @Test func `a hook that others can write is not run`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("for n in {1..30}; do echo $n > $n.md; done")
      try await workspace.barrier()
      try workspace.hook("question", "echo > .git/ran", permissions: 0o757)
      try await workspace.shell("rm *.md")
      try await workspace.wait("grep -q 'others can write it' .git/stet/log", .seconds(60))
      #expect(workspace.text(".git/ran") == nil)
      #expect(try await workspace.stet("doctor").output.contains("others can write it"))
    }
  }

  @Test func `what one machine brought back to a rewritten remote is no question for the other any more`()
    async throws
  {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      for number in 1...3 {
        try a.save("note.md", "version \(number)\n")
        try await Self.meet(a, b)
      }
      let watch = try await b.watch()
      try await Self.meet(a, b)
      try await remote.git("update-ref", "refs/heads/main", "refs/heads/main~2").mustSucceed()
      for folder in [a, b] {
        try await folder.wait("[ \"$($STET questions --json | grep -c remote-rewritten)\" != 0 ]", .seconds(60))
        #expect(try await folder.stet("sync", "--wait", "--timeout", "20").status == 3)
      }
      let question = try #require(try await a.questions().first)
      try await a.stet("questions", "answer", question.id, "join").mustSucceed()
      try await b.wait("$STET questions > /dev/null", .seconds(60))
      try await Self.meet(a, b)
      #expect(b.text("note.md") == "version 3\n" && a.text("note.md") == "version 3\n")
      #expect(b.told("question").count == 1 && b.told("withdrawn").count == 1)
      watch.send(SIGTERM)
      _ = await watch.end()
    }
  }
}
