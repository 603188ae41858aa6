import Glibc
import Testing

/// The commands after `stet stop`.
@Suite struct StoppedDaemonTests {
  @Test func `status after a stop says so, and nothing is started, recorded or published`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("a.md", "one\n")
      try await a.barrier()
      try await a.stet("stop").mustSucceed()
      let before = try await remote.git("rev-parse", "main").word
      try a.save("b.md", "of the meantime\n")
      let status = try await a.stet("status").mustSucceed()
      #expect(status.output.contains("stopped") && status.output.contains("`stet start`"), "\(status)")
      let json = try await a.stet("status", "--json").mustSucceed()
      #expect(json.output.contains(#""state":"stopped""#) && !json.output.contains("pid"), "\(json)")
      #expect(try await a.daemons().isEmpty)
      #expect(try await a.git("log", "--format=%s", "--", "b.md").output.isEmpty)
      try await a.stet("start").mustSucceed()
      #expect(try await a.status().state == "recording")
      try await a.barrier()
      #expect(try await remote.git("rev-parse", "main").word != before)
      #expect(try await remote.git("show", "main:b.md").output == "of the meantime\n")
    }
  }

  @Test(arguments: [
    ["log"], ["blame", "a.md"], ["provenance", "a.md"], ["diff"], ["read", "a.md"], ["list"], ["search", "one"],
    ["watch"], ["questions"], ["conflicts"], ["policy"], ["policy", "check", "a.md"], ["policy", "diff"], ["audit"],
    ["audit", "verify"], ["coordinate", "list"], ["coordinate", "present", "a.md"],
  ])
  func `a command that reads says how to start a daemon that was stopped`(words: [String]) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      let outcome = try await workspace.stet(words)
      #expect(outcome.status == 1 && outcome.errors.contains("Run `stet start`."), "\(outcome)")
      #expect(try await workspace.daemons().isEmpty)
    }
  }

  @Test func `the doctor looks at the repository of a daemon that was stopped`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      let whole = try await workspace.stet("doctor").mustSucceed()
      #expect(whole.output.contains("stopped: ") && whole.output.contains("every object"), "\(whole)")
      try await workspace.shell("o=$(git rev-parse HEAD:a.md); rm -f .git/objects/${o:0:2}/${o:2} .git/objects/pack/*")
      #expect(try await workspace.stet("doctor").status == 1)
      #expect(try await workspace.daemons().isEmpty)
    }
  }

  @Test(arguments: [
    "start", "sync", "append a.md <<< two", "append a.md --agent Claude --session s1 <<< two", "move a.md b.md",
    "hook codex <<< \"$EVENT\"", "mcp <<< \"$CALL\"",
  ])
  func `what writes or exchanges starts it, and it is stopped no more`(command: String) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      let event =
        #"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":""#
        + workspace.root + #""}"#
      let call =
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":"a.md"}}}"#
      try await workspace.shell(
        "$STET \(command)", with: ["EVENT": event, "CALL": Self.hello + "\n" + call + "\n"])
      #expect(try await workspace.daemons().count == 1)
      // A daemon that was killed is no stopped one.
      let pid = try #require(try await workspace.status().pid)
      kill(pid, SIGKILL)
      #expect(["checking", "recording"].contains(try await workspace.status().state))
    }
  }

  @Test func `a stop that finds no daemon stops it all the same`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let pid = try #require(try await workspace.status().pid)
      kill(pid, SIGKILL)
      try await workspace.shell("while [ -d /proc/\(pid) ] && ! grep -q 'State:.*Z' /proc/\(pid)/status; do :; done")
      try await workspace.stet("stop").mustSucceed()
      #expect(try await workspace.stet("status", "--json").output.contains(#""state":"stopped""#))
      #expect(try await workspace.daemons().isEmpty)
    }
  }

  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#
}
