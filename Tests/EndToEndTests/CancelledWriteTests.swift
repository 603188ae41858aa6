import Testing

/// A client that gives its calls up, or goes away in the middle of them.
@Suite struct CancelledWriteTests {
  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#

  /// Returns the content of each file: long enough that a part of it would show.
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
      guard text != nil else {
        #expect(try await workspace.stet("log", "\(number).md").status != 0, "\(number).md was recorded")
        continue
      }
      #expect(try await workspace.log("\(number).md").map(\.author.kind) == ["agent"])
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
      // A call that was done before its cancellation arrived is answered; nothing is answered twice.
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
}
