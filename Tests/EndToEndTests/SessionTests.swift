import TestSupport
import Testing

/// `stet run` and `stet session` with the program and a model whose answers are written down.
@Suite struct SessionTests {
  private static let work = #"""
    [{"text": "I write.", "calls": [["append_file", {"path": "a.md", "content": "one\n"}],
                                    ["append_file", {"path": "a.md", "content": "one\n"}]]},
     {"calls": [["write_file", {"path": "b.md", "content": "text\n"}],
                ["publish_to_feed", {"headline": "Done", "content": "See b.md"}]]},
     {"calls": [["move_file", {"source": "b.md", "destination": "c.md"}]]},
     {"calls": [["complete_task", {"status": "success", "summary": "All is written."}]]}]
    """#

  @Test func `a run works with the workspace's tools, and its changes are commits by the agent`() async throws {
    try await ScriptedModel.run(Self.work) { folder, model in
      let run = try await folder.stet("run", "Write it down", "--session", "r1").mustSucceed()
      #expect(run.output == "I write. \nAll is written.\n" && run.errors.contains("Finished (success)"), "\(run)")
      #expect(folder.text("a.md") == "one\none\n" && folder.text("c.md") == "text\n" && folder.text("b.md") == nil)
      let commits = try await folder.log()
      #expect(commits.count == 5 && commits.allSatisfy { $0.author.name == "Assistant" && $0.author.session == "r1" })
      let audit = try await folder.stet("audit", "--json").output
      #expect(audit.contains(#""session":"r1""#) && audit.contains(#""tool":"append_file""#))
      let session = try #require(try await folder.sessions().first)
      #expect(session.state == "completed" && session.turns == 4 && session.tokens == 440)
      #expect(abs((session.dollars ?? 0) - 0.0018) < 1e-9)
      let checkpoint = try await folder.stet("session", "show", "r1", "--json").mustSucceed().output
      for key in ["sessionId", "conversationHistory", "pendingToolCalls", "partialResults", "timestamp"] {
        #expect(checkpoint.contains("\"\(key)\":"), "\(key)")
      }
      #expect(checkpoint.contains(#""summary":"All is written.""#))
      #expect(try await folder.stet("session", "show", "r1").output.contains("\nAll is written.\n"))
      let export = try await folder.stet("session", "export", "r1").mustSucceed().output
      #expect(export.hasPrefix("# Session r1\n\n**User:**\n\nWrite it down\n"))
      #expect(try await folder.stet("run", "Again", "--session", "r1").status == 1)
      try await folder.stet("undo", "--session", "r1", "--agent", "Assistant")
    }
  }

  @Test func `a call belongs to the session of its run, also inside more_tools, whichever session it names`()
    async throws
  {
    let answers = #"""
      [{"calls": [["write_file", {"path": "a.md", "content": "one\n", "session": "notes"}]]},
       {"calls": [["more_tools", {"tool": "copy_file", "session": "notes",
                                  "arguments": {"source": "a.md", "destination": "b.md", "session": "notes"}}]]},
       {"text": "Done."}]
      """#
    try await ScriptedModel.run(answers) { folder, _ in
      try await folder.stet("run", "Copy it", "--session", "m1").mustSucceed()
      #expect(folder.text("b.md") == "one\n")
      let commits = try await folder.log()
      #expect(commits.count == 2 && commits.allSatisfy { $0.author.session == "m1" }, "\(commits)")
    }
  }

  @Test func `runs that an agent starts have all their effects, each as a session of its own`() async throws {
    let answers = #"""
      [{"calls": [["append_file", {"path": "a.md", "content": "one\n"}],
                  ["publish_to_feed", {"headline": "Done", "content": "See a.md"}]]}, {"text": "Done."}]
      """#
    try await ScriptedModel.run(answers) { folder, _ in
      try await folder.shellOfAgent(
        """
        for session in r1 r2; do "$STET" run Write --session $session; done
        echo text | "$STET" write b.md --agent Other --session r1
        """)
      #expect(folder.text("a.md") == "one\none\n")
      #expect(folder.text("Feed/feed.jsonl")?.split(separator: "\n").count == 2)
      let commits = try await folder.log("a.md")
      #expect(commits.map(\.author.session) == ["r2", "r1"] && commits.allSatisfy { $0.author.name == "Assistant" })
      #expect(try await folder.log("b.md").map(\.author.session) == ["s9"], "the process runs no session")
    }
  }

  @Test func `a run that is killed at any change of its log ends with the same files, each effect once`() async throws {
    try await ScriptedModel.run(Self.work) { folder, model in
      let log = folder.machine.place + "/steps"
      let sessions = folder.root + "/.git/stet/sessions"
      try await folder.shell("mkdir -p -m 700 .git/stet/sessions")
      // Each append is three calls: a plain test stops before each kind of them.
      let stride = Machine.isLong ? 1 : 4
      var (point, kills, published) = (1 + Int(Machine.seed) % stride, 0, 0)
      while true {
        let session = "k\(point)"
        try model.say(Self.work.replacing(".md\"", with: "-\(session).md\"").replacing("Done", with: session))
        let before = model.sent.count
        let command = [Machine.binary, "-C", folder.root, "run", "Write it down", "--session", session]
        try await folder.machine.run([Machine.stepper, "-r", sessions, "-o", log, "-k", "\(point)"] + command, in: "/")
        let steps = String(file: log)?.split(separator: "\n") ?? []
        guard steps.last?.hasPrefix("killed") == true else { break }
        kills += 1
        let place: Comment = "killed at \(steps.suffix(2))"
        switch try await folder.sessions().first(where: { $0.id == session })?.state {
        case "completed": break
        case nil:
          // The session had not begun.
          #expect(model.sent.count == before, place)
          try await folder.shell("rm -rf .git/stet/sessions/\(session)")
          try await folder.stet("run", "Write it down", "--session", session).mustSucceed()
        default: try await folder.stet("session", "resume", session).mustSucceed()
        }
        published += 1
        #expect(folder.text("a-\(session).md") == "one\none\n", place)
        #expect(folder.text("c-\(session).md") == "text\n", place)
        #expect(folder.text("Feed/feed.jsonl")?.split(separator: "\n").count == published, place)
        let sent = model.sent.dropFirst(before)
        #expect(sent.count <= 5 && Set(sent).count == 4, "\(steps.suffix(2)): \(sent)")
        point += stride
      }
      #expect(kills >= 40 / stride, "the last point is that of a whole run")
    }
  }

  @Test func `a question pauses the run with exit 3, and its answer continues it`() async throws {
    let answers = #"""
      [{"calls": [["ask_user", {"question": "Which colour?", "choices": ["red", "blue"]}]]},
       {"calls": [["write_file", {"path": "a.md", "content": "red\n"}]]}, {"text": "Done."}]
      """#
    try await ScriptedModel.run(answers) { folder, model in
      let asked = try await folder.stet("run", "Paint", "--session", "q1")
      #expect(asked.status == 3 && asked.errors.contains("Which colour?"), "\(asked)")
      let session = try #require(try await folder.sessions().first)
      #expect(session.state == "waitingForUser" && session.status == "Waiting for your input")
      #expect(session.question == "Which colour?")
      #expect(try await folder.stet("session", "resume", "q1").status == 3)
      let listed = try #require(try await folder.questions().first)
      #expect(listed.id == "session-q1" && listed.kind == "session")
      try await folder.stet("questions", "answer", "session-q1", "red").mustSucceed()
      #expect(folder.text("a.md") == "red\n" && model.server.log.contains { $0.contains(#""content": "red""#) })
      #expect(try await folder.stet("session", "resume", "q1").status == 1, "it has ended")
    }
  }

  @Test func `only a person answers a question of a session`() async throws {
    let answers = #"[{"calls": [["ask_user", {"question": "Delete all?"}]]}, {"text": "Done."}]"#
    try await ScriptedModel.run(answers) { folder, model in
      #expect(try await folder.stet("run", "Tidy", "--session", "g1").status == 3)
      let stet = "\(Machine.binary) -C '\(folder.root)'"
      for (command, agent) in [
        ("session resume g1 --answer yes", ["STET_AGENT": "bot"]),
        ("session resume g1 --answer yes", ["CLAUDECODE": "1"]),
        ("questions answer session-g1 yes", ["STET_AGENT": "bot"]),
        ("questions answer session-g1 yes --agent bot", [:]),
      ] {
        let shown = try await folder.shell("\(stet) \(command) 2>&1 || true", with: agent)
        #expect(shown.output.contains("Only a person answers"), "\(command): \(shown)")
      }
      #expect(model.sent.count == 1)
      #expect(try await folder.sessions().first?.state == "waitingForUser")
      try await folder.stet("session", "resume", "g1", "--answer", "no").mustSucceed()
    }
  }

  @Test func `a file that the policy asks about is a question of the run`() async throws {
    let answers = #"[{"calls": [["write_file", {"path": "b.md", "content": "b\n"}]]}, {"text": "Done."}]"#
    try await ScriptedModel.run(answers) { folder, _ in
      try await folder.shell("mkdir -p .stet")
      try folder.save(
        ".stet/policy.toml", "[[agents.rules]]\ntools = [\"write_file\"]\npaths = [\"b.md\"]\npermission = \"ask\"\n")
      try await folder.barrier()
      let asked = try await folder.stet("run", "Write b", "--session", "p1")
      guard asked.status == 3 else {
        Issue.record("\(asked)")
        return
      }
      #expect(folder.text("b.md") == nil)
      // The person answers in the list of questions.
      let question = try #require(try await folder.questions().first)
      try await folder.terminal("questions answer \(question.id) allow").mustSucceed()
      try await folder.stet("session", "resume", "p1").mustSucceed()
      #expect(folder.text("b.md") == "b\n")
    }
  }

  @Test func `the prompt of an ability that the policy hides from agents is not sent to one`() async throws {
    try await ScriptedModel.run(#"[{"text": "Done."}]"#) { folder, model in
      try await folder.shell("mkdir -p .stet Abilities/diary Abilities/plain")
      try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Abilities/diary\"]\n")
      for name in ["diary", "plain"] { try folder.save("Abilities/\(name)/SKILL.md", "The words of \(name).\n") }
      try await folder.barrier()
      try await folder.stet("run", "--ability", "plain").mustSucceed()
      let hidden = try await folder.stet("run", "--ability", "diary")
      #expect(hidden.status == 1 && model.sent.count == 1, "\(hidden)")
      #expect(!model.server.log.contains { $0.contains("words of diary") })
    }
  }

  @Test func `an ability begins no run without the values of its variables`() async throws {
    try await ScriptedModel.run(#"[{"text": "Done."}]"#) { folder, model in
      try await folder.shell("mkdir -p Abilities/about")
      try folder.save("Abilities/about/SKILL.md", "Describe {{topic}} on {{today}}.\n")
      try await folder.barrier()
      let open = try await folder.stet("run", "--ability", "about")
      #expect(open.status == 2 && open.errors.contains("{{topic}} has no value.") && model.sent.isEmpty, "\(open)")
      let unknown = try await folder.stet("run", "--ability", "about", "--set", "tpoic=whales")
      #expect(unknown.status != 0 && unknown.errors.contains("topic") && model.sent.isEmpty, "\(unknown)")
      let both = try await folder.stet("run", "Do it", "--ability", "about")
      #expect(both.status == 2 && both.errors.contains("not both"), "\(both)")
      try await folder.stet("run", "--ability", "about", "--set", "topic=whales").mustSucceed()
      #expect(model.sent.count == 1 && model.server.log.contains { $0.contains("Describe whales on ") })
      let run = try await folder.stet("ability", "run", "about", "--no-model")
      #expect(run.status == 0 && run.errors.contains("{{topic}} has no value. Give one with --set."), "\(run)")
    }
  }

  @Test func `a run that a fault pauses exits with 1 and says the reason, and a failed call is shown`() async throws {
    let answers = #"[{"calls": [["read_text_file", {"path": "absent.md"}]]}, {}]"#
    try await ScriptedModel.run(answers) { folder, _ in
      let run = try await folder.stet("run", "Read it", "--session", "f1")
      #expect(run.status == 1 && run.errors.contains("the answer is empty"), "\(run)")
      #expect(run.errors.contains("\n  refused: "), "\(run)")
      #expect(try await folder.sessions().first?.state == "backgrounded")
    }
  }

  @Test func `without its server a session pauses with exit 4, and goes on where it was`() async throws {
    try await ScriptedModel.run(Self.work) { folder, model in
      try await model.set("away", true)
      let away = try await folder.stet("run", "Write it down", "--session", "o1")
      #expect([1, 4].contains(away.status) && away.errors.contains("Paused"), "\(away)")
      #expect(try await folder.sessions().first?.state == "backgrounded")
      try await model.set("away", false)
      try await folder.stet("session", "resume", "o1").mustSucceed()
      #expect(folder.text("a.md") == "one\none\n")
    }
  }

  @Test func `pause and SIGTERM save a run in the background, cancel ends it`() async throws {
    try await ScriptedModel.run(Self.work) { folder, model in
      try await model.set("slow", true)
      try await folder.stet("run", "Write it down", "--session", "b1", "--background").mustSucceed()
      try await until { try await folder.sessions().first?.pid != nil && !model.sent.isEmpty }
      let busy = try await folder.stet("session", "resume", "b1")
      #expect(busy.status == 1 && busy.errors.contains("at work in another process"), "\(busy)")
      try await folder.stet("session", "pause", "b1").mustSucceed()
      let paused = try #require(try await folder.sessions().first)
      #expect(paused.state == "backgrounded" && paused.pid == nil && paused.status.hasPrefix("Paused"))
      try await folder.stet("session", "resume", "b1", "--background").mustSucceed()
      try await until { try await folder.sessions().first?.pid != nil && model.sent.count > 1 }
      let process = try #require(try await folder.sessions().first?.pid)
      try await folder.shell("kill -TERM \(process)")
      try await until(within: .seconds(10)) { try await folder.sessions().first?.pid == nil }
      #expect(try await folder.sessions().first?.state == "backgrounded")
      try await folder.stet("session", "cancel", "b1").mustSucceed()
      #expect(try await folder.sessions().first?.status == "Cancelled")
      #expect(try await folder.stet("session", "resume", "b1").status == 1)
    }
  }

  @Test func `a queued run begins when its condition holds, and runs once though the queue is killed`() async throws {
    try await ScriptedModel.run(Self.work) { folder, model in
      let place = folder.machine.place
      // Answers as busctl does: not online while the file exists.
      try #"""
      #!/bin/sh
      case "$*" in
        *Connectivity*) [ -e "\#(place)/offline" ] && echo "u 1" || echo "u 4" ;;
        *) exit 1 ;;
      esac

      """#.write(to: place + "/busctl")
      try await folder.machine.shell("mkdir -p bin; mv busctl bin/busctl; chmod +x bin/busctl; touch offline")
        .mustSucceed()
      let path = ["PATH": place + "/bin:" + (folder.machine.environment["PATH"] ?? "")]
      try await folder.shell("$STET run 'Write it down' --session u1 --when online", with: path)
      #expect(try await folder.stet("queue").output.hasPrefix("u1  online"))
      // The process that waits, by its lock.
      var waiting = ""
      try await until {
        waiting = (folder.text(".git/stet/queue.lock") ?? "").filter(\.isNumber)
        return !waiting.isEmpty
      }
      try await folder.shell("kill -9 \(waiting)")
      #expect(model.sent.isEmpty && folder.text("a.md") == nil)
      try await folder.shell("rm \(place)/offline; touch \(model.server.folder.file("slow"))")
      try await folder.shell("$STET start", with: path)
      try await until { try await folder.sessions().first?.pid != nil && !model.sent.isEmpty }
      let runner = try #require(try await folder.sessions().first?.pid)
      try await folder.shell("kill -9 \(runner)")
      #expect(try await folder.sessions().first?.status == "Interrupted")
      try await model.set("slow", false)
      try await folder.shell("$STET queue run", with: path)
      #expect(try await folder.sessions().first?.state == "completed")
      #expect(folder.text("a.md") == "one\none\n")
      #expect(try await folder.stet("queue").output == "No session waits.\n")
      for condition in ["soon", "25:00"] {
        #expect(try await folder.stet("run", "x", "--when", condition).status == 2)
      }
    }
  }

  @Test func `runs that are queued at the same time all wait in the queue`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      let names = (1...8).map { "n\($0)" }
      let run = "$STET run Tidy --session $id --when $(date -d '12 hours' +%H:%M)"
      try await folder.shell("for id in \(names.joined(separator: " ")); do \(run) & done; wait").mustSucceed()
      let rows = try await folder.stet("queue").mustSucceed().lines
      #expect(rows.map { String($0.prefix(2)) }.sorted() == names, "\(rows)")
      for name in names { try await folder.stet("queue", "remove", name).mustSucceed() }
      #expect(try await folder.stet("queue").output == "No session waits.\n" && model.sent.isEmpty)
      try await folder.shell("kill $(cat .git/stet/queue.lock) || true")
    }
  }

  @Test func `a budget stops the run before the turn that would exceed it`() async throws {
    try await ScriptedModel.run(Self.work) { folder, model in
      let failed = try await folder.stet(
        "run", "Write it down", "--session", "l1", "--budget", "research,turns=2", "--on-budget", "fail")
      #expect(failed.status == 1 && failed.errors.contains("2 of 2 turns") && model.sent.count == 2, "\(failed)")
      let small = try await folder.stet("run", "Write", "--session", "l2", "--budget", "tokens=10")
      #expect(small.status == 3 && model.sent.count == 2, "\(small)")
      try await folder.stet("session", "resume", "l2", "--answer", "stop")
      #expect(try await folder.sessions().first?.state == "failed")
      for arguments in [["run"], ["run", "x", "--budget", "cheap"], ["run", "x", "--session", "../x"]] {
        #expect(try await folder.stet(arguments).status == 2, "\(arguments)")
      }
      #expect(try await folder.stet("session", "show", "nobody").status == 1)
    }
  }

  @Test func `a limit of money without a price of the model sends nothing`() async throws {
    try await ScriptedModel.run(#"[{"text": "Done."}]"#) { folder, model in
      let settings = folder.machine.place + "/home/.config/stet/providers.toml"
      let priced = try #require(String(file: settings))
      try priced.split(separator: "\n").filter { !$0.hasPrefix("prices") }.joined(separator: "\n").write(to: settings)
      let run = ["run", "Say done", "--session", "m1", "--budget", "research,$0.50"]
      let refused = try await folder.stet(run)
      #expect(refused.status == 1 && refused.errors.contains("No price is known for scripted-1"), "\(refused)")
      #expect(try await folder.sessions().isEmpty && model.sent.isEmpty)
      try await folder.stet("run", "Say done", "--session", "m0").mustSucceed()
      let remedy = "cost not known: scripted-1 has no price. Add balanced = { input = …, output = … }"
      for command in [["cost"], ["provider", "usage"]] {
        let shown = try await folder.stet(command).mustSucceed().output
        #expect(shown.contains(remedy) && shown.contains("'prices' of 'scripted' in "), "\(shown)")
      }
      let key = #""key":"prices.balanced""#
      #expect(try await folder.stet("cost", "--json").output.contains(key))
      try priced.write(to: settings)
      #expect(try await !folder.stet("cost").output.contains("has no price"))
      try await folder.stet(run).mustSucceed()
      #expect(model.sent.count == 2)
    }
  }

  @Test func `a page of the web needs a permission for its host, and is read once in a day`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      let url = "http://127.0.0.1:\(model.server.port)/whales"
      let calls = #"["web_fetch", {"url": "\#(url)"}]"#
      try model.say(
        #"[{"calls": [\#(calls), \#(calls), ["web_fetch", {"url": "http://127.0.0.1:9/"}]]}, {"text": "Done."}]"#)
      let asked = try await folder.stet("run", "Read it", "--session", "w1")
      #expect(asked.status == 3 && asked.errors.contains("allow|deny") && asked.errors.contains(url), "\(asked)")
      #expect(!model.server.log.contains { $0.hasPrefix("GET") })
      // The network works or not as NetworkManager says.
      let path = try await folder.machine.answerNetwork("Connectivity")
      let port = try await folder.stet("session", "resume", "w1", "--answer", "allow")
      #expect(port.status == 3 && port.errors.contains("allow holds for 127.0.0.1:9 "), "\(port)")
      try await folder.shell("$STET session resume w1 --answer allow", with: path).mustSucceed()
      #expect(model.server.log.count { $0.hasPrefix("GET") } == 1)
      let log = try await folder.stet("session", "export", "w1").mustSucceed().output
      #expect(log.contains("\nWhales & songs\n") && log.contains("[cached since"), "\(log)")
      #expect(log.contains("I can't access the internet right now."), "\(log)")
      let record = try await folder.stet("audit", "--session", "w1").mustSucceed().output
      #expect(record.ranges(of: "web_fetch").count >= 3 && record.contains(url), "\(record)")
      // With a network, it is the server that does not answer.
      try model.say(#"[{"calls": [["web_fetch", {"url": "http://127.0.0.1:9/"}]]}, {"text": "Done."}]"#)
      try await folder.shell("echo u 4 > \(folder.machine.place)/network")
      try await folder.shell("$STET run Read --session w2 || true; $STET session resume w2 --answer allow", with: path)
        .mustSucceed()
      let other = try await folder.stet("session", "export", "w2").mustSucceed().output
      #expect(other.contains("is not known, or does not answer") && !other.contains("the internet"), "\(other)")
      let listed = try await folder.stet("sessions").mustSucceed().output
      #expect(listed.ranges(of: "Finished").count == 2, "\(listed)")
    }
  }

  @Test func `nothing is sent to the server of a redirect before the person allows it`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      let other = try #require(ServerProcess(script: ScriptedModel.script))
      let url = "http://127.0.0.1:\(model.server.port)/to/\(other.port)"
      try model.say(#"[{"calls": [["web_fetch", {"url": "\#(url)"}]]}, {"text": "Done."}]"#)
      #expect(try await folder.stet("run", "Read it", "--session", "w2").status == 3)
      let asked = try await folder.stet("session", "resume", "w2", "--answer", "allow")
      #expect(asked.status == 3 && asked.errors.contains("127.0.0.1:\(other.port)/landed"), "\(asked)")
      #expect(model.server.log.contains("GET /to/\(other.port)") && other.log.isEmpty)
      try await folder.stet("session", "resume", "w2", "--answer", "allow").mustSucceed()
      #expect(other.log == ["GET /landed"])
      #expect(try await folder.stet("session", "export", "w2").output.contains("Whales & songs"))
    }
  }

  @Test func `a headless agent runs under a session, which books its use`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      let place = folder.machine.place
      try """
      #!/bin/sh
      cat > '\(place)/prompt'
      printf %s "$STET_AGENT" > '\(place)/name'
      '\(Machine.binary)' session resume h1 --answer yes > '\(place)/refused' 2>&1
      echo '{"type":"result","subtype":"success","is_error":false,"result":"ready","session_id":"s1","total_cost_usd":0.0042,"usage":{"input_tokens":3,"output_tokens":6}}'

      """.write(to: place + "/agent")
      try await folder.machine.shell("chmod +x agent").mustSucceed()
      try """
      [[providers]]
      name = "agent"
      kind = "command"
      command = ["\(place)/agent"]

      """.write(to: place + "/home/.config/stet/providers.toml")
      let run = try await folder.stet("run", "Do it", "--session", "h1").mustSucceed()
      #expect(run.output == "ready\n" && String(file: place + "/prompt") == "Do it\n", "\(run)")
      #expect(String(file: place + "/name") == "Assistant")
      #expect(String(file: place + "/refused")?.contains("Only a person answers") == true)
      #expect(try await folder.stet("cost").output == "h1  1 turn  3 in  6 out  $0.0042\n")
      let stopped = try await folder.stet("run", "Do it", "--budget", "tokens=1", "--on-budget", "fail")
      #expect(stopped.status == 1 && model.server.log.isEmpty, "\(stopped)")
    }
  }

  @Test func `cost sums up the sessions, and a limit of the day stops further turns`() async throws {
    try await ScriptedModel.run(#"[{"text": "Done."}]"#) { folder, model in
      #expect(try await folder.stet("cost").output == "No model was called.\n")
      for id in ["c1", "c2"] { try await folder.stet("run", "Say done", "--session", id).mustSucceed() }
      let cost = try await folder.stet("cost").mustSucceed()
      #expect(cost.lines.count == 3 && cost.lines[0].hasPrefix("c2") && cost.lines[0].hasSuffix("$0.00045"), "\(cost)")
      #expect(cost.lines[2].hasPrefix("total") && cost.lines[2].contains("2 turns"), "\(cost)")
      let agents = try await folder.stet("cost", "--by", "agent", "--json").mustSucceed().output
      #expect(agents.contains(#""name":"Assistant""#) && agents.contains(#""input":200"#), "\(agents)")
      let settings = folder.machine.place + "/home/.config/stet/budgets.toml"
      try "[day]\ntokens = 300\n".write(to: settings)
      let stopped = try await folder.stet("run", "Say done", "--session", "c3")
      #expect(stopped.status == 1 && stopped.errors.contains("the limit of the last 24 hours"), "\(stopped)")
      #expect(try await folder.sessions().first?.reason?.contains("budgets.toml") == true && model.sent.count == 2)
      #expect(try await folder.stet("cost").output.contains("Left of the limit of the last 24 hours: 80 tokens"))
      try "[day]\ntoken = 300\n".write(to: settings)
      let mistake = try await folder.stet("run", "Say done", "--session", "c4")
      #expect(mistake.status == 1 && mistake.errors.contains("day.token is neither"), "\(mistake)")
    }
  }
}
