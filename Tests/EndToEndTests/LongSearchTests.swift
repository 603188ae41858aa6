import Testing

/// A search that takes long: its client hears how far it is, and ends it.
@Suite struct LongSearchTests {
  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#

  /// Starts the daemon with a git whose search for `slow` finds what there is, and then goes on until it is ended; its
  /// process is in `searching`.
  private static let slowGit = #"""
    mkdir "$TMPDIR/bin"; real=$(command -v git)
    printf '#!/bin/bash\ncase " $* " in *" slow "*) echo $$ > "%s"; "%s" "$@"; exec tail -f /dev/null;; esac\nexec "%s" "$@"\n' \
      "$TMPDIR/searching" "$real" "$real" > "$TMPDIR/bin/git"
    chmod +x "$TMPDIR/bin/git"; PATH=$TMPDIR/bin:$PATH "$STET" start > /dev/null

    """#

  /// Speaks to a server in frames.
  private static let frames = #"""
    search() {
      printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"search_text","arguments":{"text":"%s"%s},"_meta":{"progressToken":"t%s"}}}\n' \
        "$1" "$2" "${3-}" "$1" >&"$to"
    }
    until_ended() {
      pid=$(cat "$TMPDIR/searching"); rm "$TMPDIR/searching"
      while kill -0 "$pid" 2> /dev/null; do read -rt 0.05 <> <(:) || true; done
    }
    coproc AGENT { exec "$STET" -C "$PWD" mcp 2> "$TMPDIR/mcp"; }
    exec {to}>&"${AGENT[1]}" {from}<&"${AGENT[0]}"
    printf '%s\n' '\#(hello)' >&"$to"; read -r _ <&"$from"
    said=

    """#

  private static func run(_ body: @Sendable (TestWorkspace) async throws -> Void) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "word\nslow\n slow 2\n")
      try workspace.save("b.md", "slow 3\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try await body(workspace)
    }
  }

  @Test func `a long search says what it has found, and a cancelled one ends what it started`() async throws {
    try await Self.run { workspace in
      let outcome = try await workspace.shell(
        Self.slowGit + Self.frames + #"""
          search 1 slow
          until [[ $said == *'3 lines found in 2 files'* ]]; do read -r -t 20 said <&"$from" || exit 1; echo "$said"; done
          echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' >&"$to"
          until_ended
          search 2 word
          until [[ $said == *'"result"'* ]]; do read -r -t 20 said <&"$from" || exit 1; echo "$said"; done
          kill "$AGENT_PID"; wait "$AGENT_PID" || true
          """#, within: .seconds(60))
      let told = outcome.lines.filter { $0.contains("notifications/progress") && $0.contains(#""t1""#) }
      #expect(told.count > 0 && told.allSatisfy { $0.contains(" found in ") }, "\(outcome)")
      #expect(outcome.lines.last?.contains("a.md:1:word") == true, "\(outcome)")
      #expect(!outcome.output.contains(#""id":1"#), "nothing is said to the search that was given up")
    }
  }

  @Test func `a search ends when its page is full`() async throws {
    try await Self.run { workspace in
      let outcome = try await workspace.shell(
        Self.slowGit + Self.frames + #"""
          search 1 slow ',"limit":2'
          until [[ $said == *'"result"'* ]]; do read -r -t 20 said <&"$from" || exit 1; done
          echo "$said"
          until_ended
          kill "$AGENT_PID"; wait "$AGENT_PID" || true
          """#, within: .seconds(60))
      #expect(outcome.output.contains(#"a.md:2:slow\na.md:3: slow 2\n[there are more"#), "\(outcome)")
    }
  }

  @Test(
    .enabled("PyPI's mcp cannot be had here") { await AgentClients.shared.value != nil },
    arguments: AgentClients.Mode.allCases, [false, true])
  func `a real client hears how far a search is, and ends it by giving it up`(
    mode: AgentClients.Mode, overHTTP: Bool
  ) async throws {
    let clients = try #require(await AgentClients.shared.value)
    try await Self.run { workspace in
      try await workspace.shell(Self.slowGit).mustSucceed()
      let log = workspace.machine.place + "/frames"
      let searching = try await workspace.shell(#"echo "$TMPDIR/searching""#).word
      let ends = ["env", "SEARCHING=" + searching]
      let outcome =
        if overHTTP {
          try await AgentWebTests.beside(
            workspace,
            ends + clients.command(mode, "search.py", address: "ADDRESS", tokenFile: "TOKEN", log: log))
        } else {
          try await workspace.machine.run(
            ends + clients.command(mode, "search.py", log: log) + [Machine.binary, "-C", workspace.root, "mcp"],
            within: .seconds(90))
        }
      #expect(outcome.status == 0 && outcome.word == "done \(mode.rawValue)", "\(outcome)")
      let frames = try await workspace.machine.run(clients.validation(log: log))
      #expect(frames.status == 0 && Int(frames.word) ?? 0 > 2, "\(frames)")
    }
  }
}
