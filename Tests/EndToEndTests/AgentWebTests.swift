import TestSupport
import Testing

/// `stet mcp --http`: with the clients that agents' programs are made with, and without its token.
struct AgentWebTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#

  /// Runs a command line beside a server on a free port; `ADDRESS` and `TOKEN` stand for its address and token file.
  static func beside(_ workspace: TestWorkspace, _ command: [String]) async throws -> Outcome {
    try await workspace.machine.run(
      [
        "bash", "-c",
        #"""
        coproc SERVER { exec "$STET" -C "$0" mcp --http --port 0 --json \#(AgentClients.everything.joined(separator: " ")); }
        read -r line <&"${SERVER[0]}"
        field() { sed "s|.*\"$1\":\"\([^\"]*\)\".*|\1|" <<<"$line"; }
        words=()
        for word in "$@"; do
          if [ "$word" = ADDRESS ]; then word=$(field url); fi
          if [ "$word" = TOKEN ]; then word=$(field tokenFile); fi
          words+=("$word")
        done
        "${words[@]}"
        status=$?
        server=$SERVER_PID
        kill -INT "$server"
        wait "$server" && exit "$status"
        """#, workspace.root,
      ] + command, within: .seconds(120))
  }

  @Test(
    .enabled("PyPI's mcp cannot be had here") { await AgentClients.shared.value != nil },
    arguments: AgentClients.Mode.allCases)
  func `a real client uses every tool over HTTP, and each frame is as the protocol's schema says`(
    mode: AgentClients.Mode
  ) async throws {
    let clients = try #require(await AgentClients.shared.value)
    try await TestWorkspace.run { workspace in
      try await AgentClients.prepare(workspace)
      let log = workspace.machine.place + "/frames"
      let outcome = try await Self.beside(
        workspace, clients.command(mode, address: "ADDRESS", tokenFile: "TOKEN", log: log))
      #expect(outcome.status == 0 && outcome.word == "done \(mode.rawValue)", "\(outcome)")
      let frames = try await workspace.machine.run(clients.validation(log: log))
      #expect(frames.status == 0 && Int(frames.word) ?? 0 > 20, "\(frames)")
      #expect(workspace.text("person.md") == "the person's\n")
      let blame = try await workspace.blame("Research/orcas.md")
      #expect(Set(blame.map(\.author.name)) == ["Probe"])
    }
  }

  @Test func `a signal ends the server while a client listens to its stream`() async throws {
    try await TestWorkspace.run { workspace in
      let script = #"""
        ask() { curl -sN -H "Authorization: Bearer $(cat "$2")" "${@:3}" "$1"; }
        ask "$1" "$2" -D "$TMPDIR/head" -o "$TMPDIR/body" -H 'Content-Type: application/json' -d "$3"
        session=$(tr -d '\r' < "$TMPDIR/head" | sed -n 's/^mcp-session-id: //Ip')
        ask "$1" "$2" -H "Mcp-Session-Id: $session" -H 'Accept: text/event-stream' > "$TMPDIR/stream" 2>&1 &
        until grep -q '^:' "$TMPDIR/stream"; do read -rt 0.05 <> <(:) || true; done
        echo listens
        """#
      let outcome = try await Self.beside(
        workspace, ["bash", "-c", script, "ask", "ADDRESS", "TOKEN", Self.initialize])
      #expect(outcome.status == 0 && outcome.word == "listens", "\(outcome)")
    }
  }

  @Test func `without the workspace's own token nothing is read and nothing written`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("person.md", "the person's\n")
      try await workspace.barrier()
      let script = #"""
        ask() { curl -s -o /dev/null -w '%{http_code}\n' -H 'Content-Type: application/json' -d "$3" "${@:4}" "$1"; }
        stat -c %a "$2"
        ask "$1" "$2" "$3"
        ask "$1" "$2" "$3" -H 'Authorization: Bearer 0000'
        ask "$1?token=$(cat "$2")" "$2" "$3"
        ask "$1" "$2" "$3" -H "Authorization: Bearer $(cat "$2")" -H 'Origin: http://evil.example'
        ask "$1" "$2" "$3" -H "Authorization: Bearer $(cat "$2")"
        """#
      let outcome = try await Self.beside(
        workspace, ["bash", "-c", script, "ask", "ADDRESS", "TOKEN", Self.initialize])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.lines == ["600", "401", "401", "404", "403", "200"], "\(outcome)")
      let again = try await Self.beside(workspace, ["cat", "TOKEN"])
      let once = try await Self.beside(workspace, ["cat", "TOKEN"])
      #expect(again.word == once.word && once.word.utf8.count == 64)
      try await workspace.machine.run(["chmod", "644", workspace.root + "/.git/stet/mcp-token"]).mustSucceed()
      let open = try await workspace.stet("mcp", "--http", "--port", "0")
      #expect(open.status == 1 && open.errors.contains("could have been read by others"), "\(open)")
    }
  }
}
