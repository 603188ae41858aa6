import Testing

/// A client that gives its calls up, or goes away in the middle of them.
@Suite struct CancelledWriteTests {
  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#

  /// What each file holds, where it is there at all: long enough that a part of it would show.
  private static func text(_ number: Int) -> String {
    String(repeating: "line of file \(number)\n", count: 5_000)
  }

  private static func call(_ number: Int) -> String {
    let text = text(number).split(separator: "\n").map { $0 + #"\n"# }.joined()
    return
      #"{"jsonrpc":"2.0","id":\#(number),"method":"tools/call","params":{"name":"write_file","arguments":{"path":"\#(number).md","content":"\#(text)"}}}"#
  }

  private static func expectWhole(_ workspace: TestWorkspace, _ numbers: ClosedRange<Int>) async throws {
    try await workspace.barrier()
    for number in numbers {
      let text = workspace.text("\(number).md")
      #expect(text == nil || text == Self.text(number), "\(number).md holds a part")
      let commits = try await workspace.log("\(number).md")
      #expect(commits.count == (text == nil ? 0 : 1) && commits.allSatisfy { $0.author.kind == "agent" })
    }
    try await workspace.expectQuiet()
  }

  @Test func `a cancelled write is wholly done or not at all, and is not answered`() async throws {
    try await TestWorkspace.run { workspace in
      let lines = (1...20).flatMap { number in
        [
          Self.call(number),
          #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(number)}}"#,
        ]
      }
      let outcome = try await workspace.machine.run(
        [Machine.binary, "-C", workspace.root, "mcp"], input: ([Self.hello] + lines).joined(separator: "\n") + "\n")
      #expect(outcome.status == 0, "\(outcome)")
      // What was done before its cancellation came is answered; nothing is answered twice.
      #expect(Set(outcome.lines).count == outcome.lines.count)
      try await Self.expectWhole(workspace, 1...20)
    }
  }

  @Test func `what a client asked before it vanished is wholly done or not at all`() async throws {
    try await TestWorkspace.run { workspace in
      let script = workspace.machine.place + "/frames"
      try (([Self.hello] + (1...20).map(Self.call)).joined(separator: "\n") + "\n").write(to: script)
      // Killed once it has answered the first call; what it had sent is the daemon's.
      let outcome = try await workspace.machine.run(
        [
          "bash", "-c",
          #"""
          coproc AGENT { exec "$STET" -C \#(workspace.root) mcp; }
          exec {to}>&"${AGENT[1]}"
          cat \#(script) >&"$to" &
          read -r line <&"${AGENT[0]}"
          read -r line <&"${AGENT[0]}"
          kill -9 "$AGENT_PID"
          wait "$AGENT_PID" || true
          """#,
        ])
      #expect(outcome.status == 0, "\(outcome)")
      try await Self.expectWhole(workspace, 1...20)
    }
  }

  @Test func `a cancelled search ends what it started, and what comes after is answered`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "word\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      // A search that takes as long as it likes.
      let outcome = try await workspace.shell(
        #"""
        mkdir "$TMPDIR/bin"; real=$(command -v git)
        printf '#!/bin/bash\ncase " $* " in *" slow "*) echo $$ > "%s"; exec tail -f /dev/null;; esac\nexec %s "$@"\n' \
          "$TMPDIR/searching" "$real" > "$TMPDIR/bin/git"
        chmod +x "$TMPDIR/bin/git"; export PATH=$TMPDIR/bin:$PATH
        "$STET" start > /dev/null
        search() {
          printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"search_text","arguments":{"text":"%s"}}}\n' "$1" "$2" >&"$to"
        }
        coproc AGENT { exec "$STET" -C "$PWD" mcp 2> "$TMPDIR/mcp"; }
        exec {to}>&"${AGENT[1]}" {from}<&"${AGENT[0]}"
        printf '%s\n' '\#(Self.hello)' >&"$to"; read -r _ <&"$from"
        search 1 slow
        until [ -s "$TMPDIR/searching" ]; do read -rt 0.05 <> <(:) || true; done
        echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' >&"$to"
        pid=$(cat "$TMPDIR/searching")
        while kill -0 "$pid" 2> /dev/null; do read -rt 0.05 <> <(:) || true; done
        search 2 word
        read -r -t 20 answer <&"$from"
        echo "$answer"
        kill "$AGENT_PID"; wait "$AGENT_PID" || true
        """#, within: .seconds(60))
      #expect(outcome.output.contains(#""id":2"#) && outcome.output.contains("a.md:1:word"), "\(outcome)")
      #expect(outcome.lines.count == 1, "nothing is said to the search that was given up")
    }
  }
}
