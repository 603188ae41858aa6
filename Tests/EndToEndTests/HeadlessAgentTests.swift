import TestSupport
import Testing

/// Sessions whose model is a headless agent with tools of its own. The agent is a stand-in with the options and the output
/// of Claude Code; the program, its hooks and its MCP server are real.
@Suite struct HeadlessAgentTests {
  private func authors(_ folder: TestWorkspace, _ path: String) async throws -> [String] {
    try await folder.log(path).map { "\($0.author.kind) \($0.author.session ?? "")" }
  }

  private static let own = "agent h1"

  @Test func `its commands, hooks, tools and files are those of the session's agent`() async throws {
    let steps = #"""
      [["turn"], ["raw", "echo raw > raw.md"], ["Write", "hooked.md", "hooked\n"], ["Bash", "echo made > made.md"],
       ["raw", "echo text | $STET write command.md; echo text | $STET write other.md --agent Other --session else"],
       ["mcp", "append_file", {"path": "tool.md", "content": "text\n"}], ["turn"]]
      """#
    try await HeadlessAgent.run(steps) { folder, agent in
      try folder.save("before.md", "person\n")
      let run = try await folder.stet("run", "Do it", "--session", "h1").mustSucceed()
      #expect(run.output.contains("Turn 1.") && run.errors.contains("Finished"), "\(run)")
      for path in ["hooked.md", "made.md", "command.md", "tool.md"] {
        #expect(try await authors(folder, path) == [Self.own], "\(path)")
      }
      #expect(try await authors(folder, "before.md") == ["user "])
      #expect(try await authors(folder, "raw.md") == ["user "], "no hook reported it")
      try folder.save("made.md", "made\nperson\n")
      try await folder.barrier()
      let made = try await authors(folder, "made.md")
      #expect(made.first == "user ", "\(made)")
      let call = try #require(agent.calls.first)
      #expect(call.options.contains("--mcp-config") && call.options.contains("--settings") && call.prompt == "Do it\n")
      let session = try #require(try await folder.sessions().first)
      #expect(session.state == "completed" && session.turns == 2 && session.tokens == 220)
      #expect(abs((session.dollars ?? 0) - 0.004) < 1e-9)
      #expect(try await folder.log("made.md").last?.author.name == "Assistant")
      try await folder.expectQuiet()
    }
  }

  @Test func `its calls are its session's also below an agent that is known by its hooks`() async throws {
    let steps = #"""
      [["raw", "echo text | $STET write command.md"], ["mcp", "append_file", {"path": "tool.md", "content": "text\n"}]]
      """#
    try await HeadlessAgent.run(steps) { folder, agent in
      try await folder.shellOfAgent(#""$STET" run "Do it" --session h1; echo text | "$STET" write after.md"#)
      for path in ["command.md", "tool.md"] { #expect(try await authors(folder, path) == [Self.own], "\(path)") }
      #expect(try await authors(folder, "after.md") == ["agent s9"])
    }
  }

  @Test func `what the person saves while it works stays the person's, and an undo of the session leaves it`()
    async throws
  {
    try await HeadlessAgent.run(#"[["turn"], ["Write", "hooked.md", "hooked\n"], ["hang"]]"#) { folder, agent in
      try folder.save("mine.md", "person\n")
      try await folder.barrier()
      try await folder.stet("run", "Do it", "--session", "h1", "--background").mustSucceed()
      try await until { agent.child != nil }
      // An editor without a swap file.
      try folder.save("mine.md", "person\nmore\n")
      try folder.save("new.md", "person\n")
      try folder.save("hooked.md", "hooked\nperson\n")
      try await folder.barrier()
      #expect(try await authors(folder, "mine.md") == ["user ", "user "])
      #expect(try await authors(folder, "new.md") == ["user "])
      #expect(try await authors(folder, "hooked.md").last == Self.own)
      #expect(try await authors(folder, "hooked.md").first != Self.own)
      try await folder.stet("session", "pause", "h1").mustSucceed()
      try await folder.stet("undo", "--session", "h1")
      #expect(folder.text("mine.md") == "person\nmore\n" && folder.text("new.md") == "person\n")
      #expect(folder.text("hooked.md")?.contains("person\n") == true)
    }
  }

  @Test func `without hooks a new file is the agent's, and a file of the person's is unsure`() async throws {
    let steps = #"[["raw", "echo own > own.md; echo agent >> mine.md; echo agent >> open.md"], ["hang"]]"#
    try await HeadlessAgent.run(steps, hasHooks: false) { folder, agent in
      for name in ["mine.md", "open.md", "other.md"] { try folder.save(name, "person \(name)\n") }
      // An editor has the file open.
      try await folder.shell("touch .open.md.swp")
      try await folder.barrier()
      try await folder.stet("run", "Do it", "--session", "h1", "--background").mustSucceed()
      try await until { agent.child != nil }
      // An editor without a swap file.
      try folder.save("other.md", "person, more\n")
      try await folder.barrier()
      #expect(try await authors(folder, "own.md") == [Self.own])
      for name in ["mine.md", "open.md", "other.md"] {
        #expect(try await authors(folder, name) == ["unsure h1", "user "], "\(name)")
      }
      try await folder.stet("session", "pause", "h1").mustSucceed()
      try await folder.stet("undo", "--session", "h1").mustSucceed()
      #expect(folder.text("own.md") == nil && folder.text("other.md") == "person, more\n")
      #expect(folder.text("mine.md") == "person mine.md\nagent\n")
    }
  }

  @Test func `a pause ends all its processes, and it is resumed by its own id`() async throws {
    try await HeadlessAgent.run(#"[["turn"], ["raw", "echo 1 > a.md"], ["hang"]]"#, hasHooks: false) { folder, agent in
      try agent.resume(#"[["turn"], ["raw", "echo 2 > b.md"]]"#)
      try await folder.stet("run", "Do it", "--session", "h1", "--background").mustSucceed()
      try await until { agent.child != nil }
      let child = try #require(agent.child)
      let paused = try await folder.stet("session", "pause", "h1").mustSucceed()
      #expect(paused.output.contains("Paused"), "\(paused)")
      #expect(!agent.isRunning(child) && !agent.isRunning("\(agent.calls[0].pid)"))
      #expect(try await folder.sessions().first?.tokens == 110, "what it used is booked")
      try await folder.stet("session", "resume", "h1").mustSucceed()
      let call = agent.calls[1]
      #expect(call.resumed == "a1b2" && call.prompt.hasPrefix("You were interrupted."), "\(call)")
      #expect(try await authors(folder, "a.md") == [Self.own])
      #expect(try await authors(folder, "b.md") == [Self.own])
      #expect(try await folder.sessions().first?.tokens == 220)
    }
  }

  @Test(arguments: ["stream-json", "json"])
  func `an agent that has lost its session gets the whole task again`(form: String) async throws {
    try await HeadlessAgent.run(#"[["turn"], ["hang"]]"#, form: form) { folder, agent in
      try await folder.stet("run", "Do it", "--session", "h1", "--background").mustSucceed()
      try await until { agent.child != nil }
      try await folder.stet("session", "pause", "h1").mustSucceed()
      try await folder.machine.shell("touch agent/lost").mustSucceed()
      try agent.work(#"[["turn"]]"#)
      try await folder.stet("session", "resume", "h1").mustSucceed()
      // The id is known at the beginning of a stream, otherwise only at the end.
      #expect(agent.calls.map(\.resumed) == (form == "json" ? [nil, nil] : [nil, "a1b2", nil]))
      #expect(agent.calls.last?.prompt == "Do it\n")
    }
  }

  @Test func `it is stopped at its budget, and goes on after the person allows it`() async throws {
    try await HeadlessAgent.run(#"[["turn"], ["turn"], ["turn"], ["hang"]]"#) { folder, agent in
      try agent.resume(#"[["turn"]]"#)
      let asked = try await folder.stet("run", "Do it", "--session", "h1", "--budget", "tokens=300")
      #expect(asked.status == 3 && asked.errors.contains("The budget is used up: 330 of 300 tokens"), "\(asked)")
      #expect(!agent.isRunning("\(agent.calls[0].pid)") && agent.child.map(agent.isRunning) != true)
      let session = try #require(try await folder.sessions().first)
      #expect(session.state == "waitingForUser" && session.tokens == 330 && session.turns == 3)
      try await folder.stet("session", "resume", "h1", "--answer", "continue").mustSucceed()
      #expect(agent.calls[1].resumed == "a1b2")
      #expect(try await folder.sessions().first?.tokens == 440)
      let failed = try await folder.stet(
        "run", "Do it", "--session", "h2", "--budget", "turns=2", "--on-budget", "fail")
      #expect(failed.status == 1 && failed.errors.contains("Failed: the budget is used up: 2 turns"), "\(failed)")
      #expect(!agent.isRunning("\(agent.calls[2].pid)"))
    }
  }

  @Test(arguments: ["Bash", "raw"])
  func `a file of a program that it left running may be its own or the person's`(step: String) async throws {
    let wait = { (file: String) in "until [ -e .git/\(file) -o ! -e .git ]; do read -rt 0.05 <> <(:) || true; done" }
    let command = "setsid bash -c '\(wait("go")); echo left > left.md; \(wait("over"))' > .git/none 2>&1 < .git/HEAD &"
    try await HeadlessAgent.run(#"[["turn"], ["\#(step)", "\#(command)"]]"#, hasHooks: step == "Bash") { folder, _ in
      try await folder.stet("run", "Do it", "--session", "h1").mustSucceed()
      try await folder.shell("touch .git/go; until [ -e left.md ]; do read -rt 0.05 <> <(:) || true; done")
      try await folder.barrier()
      let left = try await authors(folder, "left.md")
      try await folder.shell("touch .git/over")
      #expect(left == ["unsure h1"], "\(left)")
    }
  }

  @Test func `an agent whose runner was killed makes nothing the person's, and ends before it is resumed`() async throws
  {
    try await HeadlessAgent.run(#"[["turn"], ["hang"]]"#, hasHooks: false) { folder, agent in
      try agent.resume(#"[["raw", "echo agent > later.md"]]"#)
      try await folder.stet("run", "Do it", "--session", "h1", "--background").mustSucceed()
      try await until { agent.child != nil }
      let runner = try #require(try await folder.sessions().first?.pid)
      try await folder.shell("kill -9 \(runner)")
      try folder.save("meanwhile.md", "whose?\n")
      try await folder.barrier()
      let meanwhile = try await authors(folder, "meanwhile.md")
      #expect(meanwhile == ["unsure h1"], "\(meanwhile)")
      let undo = try await folder.stet("undo", "--session", "h1")
      #expect(undo.status == 1 && undo.errors.contains("1 change during it by unsure authors may be yours"), "\(undo)")
      #expect(folder.text("meanwhile.md") == "whose?\n")
      let child = try #require(agent.child)
      #expect(agent.isRunning(child))
      try await folder.stet("session", "resume", "h1").mustSucceed()
      #expect(!agent.isRunning(child) && !agent.isRunning("\(agent.calls[0].pid)"))
      #expect(try await authors(folder, "later.md") == [Self.own])
    }
  }
}
