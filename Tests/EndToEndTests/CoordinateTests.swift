import Glibc
import Testing

/// `stet coordinate` as scripts use it.
@Suite struct CoordinateTests {
  @Test func `a command runs under its claim, others are refused meanwhile, and its exit code is passed on`()
    async throws
  {
    try await TestWorkspace.run { workspace in
      let outcome = try await workspace.machine.run(
        [
          Machine.binary, "-C", workspace.root, "coordinate", "claim", "a.md", "--for", "writing", "--", "bash", "-c",
          """
          printf 'mine\\n' | "$STET" -C Notes write a.md > /dev/null || exit 1
          env -u STET_CLAIM "$STET" -C Notes write a.md --agent Codex --session 9 < /dev/null && exit 2
          exit 42
          """,
        ])
      #expect(outcome.status == 42, "\(outcome)")
      #expect(outcome.errors.contains("a.md is claimed for writing by bash (process "), "\(outcome)")
      #expect(workspace.text("a.md") == "mine\n")
      let list = try await workspace.stet("coordinate", "list")
      #expect(list.output.hasPrefix("Nothing is claimed"), "\(list)")
    }
  }

  @Test func `a command restores and undoes under its claim, and with a number that has ended it is refused`()
    async throws
  {
    try await TestWorkspace.run { workspace in
      for text in ["one\n", "two\n"] {
        try workspace.save("a.md", text)
        try await workspace.barrier()
      }
      let outcome = try await workspace.machine.run(
        [
          Machine.binary, "-C", workspace.root, "coordinate", "claim", "a.md", "--for", "writing", "--", "bash", "-euc",
          """
          "$STET" -C Notes restore a.md --at HEAD~1 > /dev/null
          [ "$(cat Notes/a.md)" = one ]
          "$STET" -C Notes undo > /dev/null
          [ "$(cat Notes/a.md)" = two ]
          """,
        ])
      #expect(outcome.status == 0, "\(outcome)")
      let late = try await workspace.machine.shell(
        """
        export STET_CLAIM=$("$STET" coordinate claim a.md --for writing)
        "$STET" coordinate release "$STET_CLAIM" > /dev/null
        "$STET" restore a.md --at HEAD~1 --json
        """, in: workspace.root)
      #expect(late.status == 1 && late.output.contains(#""code":"refused""#), "\(late)")
      #expect(workspace.text("a.md") == "two\n")
    }
  }

  @Test func `an agent's claim for a command bears the agent's name`() async throws {
    try await TestWorkspace.run { workspace in
      let shown = try await workspace.shell(
        "'\(Machine.binary)' coordinate claim a.md --for writing --agent Bot2 -- '\(Machine.binary)' coordinate")
      #expect(shown.output.contains("Bot2") && !shown.output.contains("by bash"), "\(shown)")
    }
  }

  @Test func `a command that cannot be started, or is ended by a signal, gives its claim back`() async throws {
    try await TestWorkspace.run { workspace in
      let missing = try await workspace.stet("coordinate", "claim", "a.md", "--for", "reading", "--", "no-such-program")
      #expect(missing.status == 1 && missing.errors.contains("cannot be started"), "\(missing)")
      let ended = try await workspace.stet(
        "coordinate", "claim", "a.md", "--for", "reading", "--", "sh", "-c", "kill -TERM $$")
      #expect(ended.status == 128 + SIGTERM, "\(ended)")
      #expect(try await workspace.stet("coordinate").output.hasPrefix("Nothing is claimed"))
    }
  }

  @Test func `the claim of a program that was killed is free at once`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkfifo $TMPDIR/begun")
      let holder = try workspace.machine.start(
        [
          Machine.binary, "-C", workspace.root, "coordinate", "claim", "a.md", "--for", "writing", "--expires", "1h",
          "--", "bash", "-c", "echo > $TMPDIR/begun; read -r < $TMPDIR/begun",
        ])
      try await workspace.shell("read -r < $TMPDIR/begun")
      holder.send(SIGKILL)
      _ = await holder.end()
      let next = try await workspace.stet("coordinate", "claim", "a.md", "--for", "deleting", "--", "true")
      #expect(next.status == 0, "\(next)")
    }
  }

  @Test func `a script holds a claim across commands, and its number is worth nothing afterwards`() async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await workspace.machine.shell(
        """
        export STET_CLAIM=$("$STET" coordinate claim a.md --and folder --for writing --expires 10m --name rebuild)
        printf 'one\\n' | "$STET" write a.md > /dev/null
        "$STET" coordinate list --json
        "$STET" coordinate renew "$STET_CLAIM" --expires 20m > /dev/null
        "$STET" coordinate release "$STET_CLAIM" > /dev/null
        code=0; printf 'two\\n' | "$STET" write a.md --json || code=$?
        [ $code = 1 ]
        """, in: workspace.root)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(
        outcome.output.contains(#""holder":"rebuild""#) && outcome.output.contains(#""path":"folder""#), "\(outcome)")
      #expect(outcome.output.contains(#""code":"refused""#), "\(outcome)")
      #expect(workspace.text("a.md") == "one\n")
    }
  }

  @Test(arguments: [
    ["a.md", "--for", "eating"], ["a.md"], ["--for", "writing"], ["../a.md", "--for", "writing"],
    ["a.md", "--for", "writing", "--expires", "2h"], ["a.md", "--for", "writing", "--wait", "soon"],
  ]) func `a claim that is none is refused with 2`(_ words: [String]) async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await workspace.stet(["coordinate", "claim"] + words)
      #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(outcome)")
    }
  }

  @Test func `a program that has a file open is asked, answers, and is told of changes`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let outcome = try await workspace.machine.shell(
        """
        coproc EDITOR { "$STET" coordinate present a.md --name Ed; }
        read -r presented <&"${EDITOR[0]}"; echo "$presented"
        "$STET" coordinate claim a.md --for merging -- sh -c 'echo granted' > $TMPDIR/granted & claim=$!
        read -r asked <&"${EDITOR[0]}"; echo "$asked"; [ ! -s $TMPDIR/granted ]
        id=$(grep -o '"id":[0-9]*' <<< "$asked"); echo "{\\"answer\\":${id#*:}}" >&"${EDITOR[1]}"
        wait $claim; cat $TMPDIR/granted
        read -r free <&"${EDITOR[0]}"; echo "$free"
        "$STET" edit a.md --old one --new two --agent Codex > /dev/null
        read -r changed <&"${EDITOR[0]}"; echo "$changed"
        echo 'no JSON' >&"${EDITOR[1]}"
        exec {EDITOR[1]}>&-; wait "$EDITOR_PID"
        """, in: workspace.root)
      #expect(outcome.status == 0, "\(outcome)")
      let marks = [
        #""presents":"a.md""#, #""notice":"save-and-let-go""#, "granted", #""notice":"free""#, #""notice":"changed""#,
      ]
      #expect(outcome.lines.count == marks.count, "\(outcome)")
      for (line, mark) in zip(outcome.lines, marks) { #expect(line.contains(mark), "\(outcome)") }
    }
  }
}
