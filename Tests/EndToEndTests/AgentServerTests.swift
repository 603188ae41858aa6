import Testing

/// `stet mcp` as a program: who starts it, how it ends.
@Suite struct AgentServerTests {
  @Test func `several agents at once share one folder through its daemon`() async throws {
    try await TestWorkspace.run { workspace in
      let frames = try (1...4).map { number in
        let place = "\(workspace.machine.place)/frames\(number)"
        return try workspace.machine.start(
          [
            "bash", "-c",
            #"""
            printf '%s\n' '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"robot\#(number)","version":"1"}}}' > \#(place)
            for i in 1 2 3 4 5; do
              printf '%s\n' '{"jsonrpc":"2.0","id":"'$i'","method":"tools/call","params":{"name":"write_file","arguments":{"path":"\#(number)/'$i'.md","content":"'$i'\n"}}}' >> \#(place)
            done
            "$STET" -C \#(workspace.root) mcp < \#(place)
            """#,
          ])
      }
      for program in frames {
        let outcome = await program.end(within: .seconds(60))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.filter { $0.contains("Successfully wrote") }.count == 5, "\(outcome)")
      }
      try await workspace.barrier()
      #expect(Set(try await workspace.log().map(\.author.name)) == ["robot1", "robot2", "robot3", "robot4"])
      #expect(try await workspace.git("ls-files").lines.count == 20)
    }
  }

  @Test func `it answers before the daemon runs, starts it, and goes on with a new one`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.stet("stop").mustSucceed()
      let outcome = try await workspace.machine.run(
        [
          "bash", "-c",
          #"""
          coproc AGENT { "$STET" -C \#(workspace.root) mcp; }
          ask() { printf '%s\n' "$1" >&"${AGENT[1]}"; read -r line <&"${AGENT[0]}"; printf '%s\n' "$line"; }
          ask '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}'
          ask '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write_file","arguments":{"path":"a.md","content":"1"}}}'
          "$STET" -C \#(workspace.root) stop >&2
          ask '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"write_file","arguments":{"path":"b.md","content":"1"}}}'
          ask 'no JSON'
          exec {AGENT[1]}>&-
          wait "$AGENT_PID"
          """#,
        ])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.lines.count == 4)
      #expect(outcome.lines.filter { $0.contains("Successfully wrote") }.count == 2, "\(outcome)")
      #expect(outcome.lines.last?.contains("-32700") == true)
    }
  }

  @Test func `outside a workspace it says so and ends with 2`() async throws {
    try await TestWorkspace.onMachine { machine in
      let outcome = try await machine.run([Machine.binary, "-C", machine.place, "mcp"])
      #expect(outcome.status == 2)
      #expect(outcome.bytes.isEmpty)
      #expect(outcome.errors.contains("stet init"))
    }
  }
}
