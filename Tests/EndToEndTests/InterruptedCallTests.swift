import Glibc
import TestSupport
import Testing

/// Signals during a call of a model outside sessions.
@Suite struct InterruptedCallTests {
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal ends the headless agent with its children, and the tokens so far are recorded`(
    number: Int32, status: Int32
  ) async throws {
    try await HeadlessAgent.run(#"[["turn"], ["hang"]]"#) { folder, agent in
      let run = try folder.machine.start(
        [Machine.binary, "-C", folder.root, "ability", "run", "week-review"], in: "/")
      try await until { agent.child != nil && run.outputSoFar().contains("Turn 1.") }
      let child = try #require(agent.child)
      run.send(number)
      let end = await run.end(within: .seconds(20))
      #expect(end.status == status && end.errors.contains("A signal ended the call"), "\(end)")
      #expect(!agent.isRunning(child) && agent.calls.allSatisfy { !agent.isRunning(String($0.pid)) })
      let calls = try await folder.shell("grep . .git/stet/usage.jsonl").lines
      try #require(calls.count == 1)
      #expect(calls[0].contains(#""isCut":true"#), "\(calls)")
      #expect(calls[0].contains(#""ability":"week-review""#) && calls[0].contains(#""output":10"#), "\(calls)")
    }
  }

  @Test(arguments: [["week-review"], ["week-review", "--json"]])
  func `a call that is ended before any output counts with the tokens of its request`(words: [String]) async throws {
    try await HeadlessAgent.run(#"[["hang"]]"#, form: "json") { folder, agent in
      let run = try folder.machine.start(
        [Machine.binary, "-C", folder.root, "ability", "run"] + words, in: "/")
      try await until { agent.child != nil }
      run.send(SIGINT)
      let end = await run.end(within: .seconds(20))
      #expect(end.status == 130 && end.output.contains("history of this folder"), "\(end)")
      let usage = try await folder.stet("provider", "usage").mustSucceed()
      #expect(usage.output.contains("1 call  ~") && !usage.output.contains("~0 tokens in"), "\(usage)")
      let cost = try await folder.stet("cost").mustSucceed()
      #expect(cost.output.contains("1 turn  ~") && !cost.output.contains("~0 in"), "\(cost)")
      for text in [usage.output, cost.output] { #expect(text.contains("\n~ estimated: 1 answer broke off"), "\(text)") }
      for command in [["cost"], ["provider", "usage"]] {
        let json = try await folder.stet(command + ["--json"]).mustSucceed().output
        #expect(json.contains(#""estimated":1"#), "\(json)")
      }
      try "[day]\ntokens = 150\n".write(to: folder.machine.place + "/home/.config/stet/budgets.toml")
      let next = try await folder.stet("ability", "run", "week-review")
      #expect(next.status == 1 && next.errors.contains("limit of the last 24 hours"), "\(next)")
    }
  }

  @Test func `a reader that leaves ends the call quietly, and the tokens so far are recorded`() async throws {
    try await HeadlessAgent.run("[]") { folder, agent in
      let gone = folder.machine.place + "/gone"
      // The agent answers when the reader has left, and hangs if the command goes on.
      try agent.work(#"[["raw", "cat '\#(gone)'"], ["turn"], ["hang"]]"#)
      let line = #"""
        mkfifo "$1"
        { "$STET" -C "$2" ability run week-review; echo "$?" > "$1.status"; } | { read -r _; exec 0<&-; : > "$1"; }
        """#
      let end = try await folder.machine.run(["bash", "-c", line, "bash", gone, folder.root], in: "/")
      #expect(String(file: gone + ".status") == "141\n" && end.errors.isEmpty, "\(end)")
      #expect(agent.calls.allSatisfy { !agent.isRunning(String($0.pid)) })
      let calls = try await folder.shell("grep . .git/stet/usage.jsonl").lines
      try #require(calls.count == 1)
      #expect(calls[0].contains(#""isCut":true"#), "\(calls)")
      #expect(calls[0].contains(#""output":10"#), "\(calls)")
    }
  }

  @Test func `a signal that is ignored from the start, as under nohup, ends nothing`() async throws {
    try await HeadlessAgent.run(#"[["hang"]]"#) { folder, agent in
      let line = #"trap "" HUP; exec "$STET" -C "$1" ability run week-review"#
      let run = try folder.machine.start(["bash", "-c", line, "bash", folder.root], in: "/")
      try await until { agent.child != nil }
      run.send(SIGHUP)
      run.send(SIGTERM)
      #expect(await run.end(within: .seconds(20)).status == 143)
    }
  }

  @Test func `a check that a signal ends leaves no agent and is recorded`() async throws {
    try await HeadlessAgent.run(#"[["turn"], ["hang"]]"#) { folder, agent in
      let check = try folder.machine.start(
        [Machine.binary, "-C", folder.root, "provider", "check", "--call"], in: "/")
      try await until { agent.child != nil }
      let child = try #require(agent.child)
      check.send(SIGTERM)
      let end = await check.end(within: .seconds(20))
      #expect(end.status == 143 && end.output.contains("the call was cancelled"), "\(end)")
      // The signal that ends it was sent; the system carries it out in its time.
      try await until { !agent.isRunning(child) }
      let calls = try await folder.shell("grep . .git/stet/usage.jsonl").lines
      try #require(calls.count == 1)
      #expect(calls[0].contains(#""isCut":true"#), "\(calls)")
    }
  }
}
