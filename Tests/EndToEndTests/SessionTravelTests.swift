import FoundationEssentials
import TestSupport
import Testing

/// Sessions that travel over a remote, with clones of a workspace and a model whose answers are written down.
@Suite struct SessionTravelTests {
  private static let work = #"""
    [{"text": "I write.", "calls": [["append_file", {"path": "a.md", "content": "one\n"}],
                                    ["append_file", {"path": "a.md", "content": "one\n"}]]},
     {"calls": [["write_file", {"path": "b.md", "content": "text\n"}]]},
     {"calls": [["move_file", {"source": "b.md", "destination": "c.md"}]]},
     {"calls": [["complete_task", {"status": "success", "summary": "All is written."}]]}]
    """#

  private static let question = #"""
    [{"calls": [["ask_user", {"question": "Which colour?", "choices": ["red", "blue"]}]]},
     {"calls": [["write_file", {"path": "a.md", "content": "red\n"}]]}, {"text": "Done."}]
    """#

  private static let token = "ghp_" + "R4tQ7wZx9bKc2LmN5vJh8sDf1GyTpU3eXaWo"

  @Test func `without a permission no session leaves the machine`() async throws {
    try await ScriptedModel.runClones(["a", "b"], Self.work, travels: false) { remote, folders, _ in
      let (a, b) = (folders[0], folders[1])
      try await a.stet("run", "Write it down", "--session", "r1").mustSucceed()
      for folder in folders { try await folder.barrier() }
      #expect(try await remote.git("for-each-ref", "refs/stet/sessions/").output.isEmpty)
      #expect(try await a.git("for-each-ref", "refs/stet/sessions/").output.isEmpty)
      #expect(try await b.sessions().isEmpty)
      let refused = try await b.stet("session", "take-over", "r1")
      #expect(refused.status == 1 && refused.errors.contains("do not travel"), "\(refused)")
      // Only a person switches it on.
      let agent = try await a.shell("$STET session travel on 2>&1 || true", with: ["STET_AGENT": "bot"])
      #expect(agent.output.contains("Only a person"), "\(agent)")
      #expect(try await a.stet("session", "travel").output.hasPrefix("Sessions stay on this machine"))
      try await a.stet("session", "travel", "on").mustSucceed()
      try await a.stet("session", "travel", "off").mustSucceed()
      try await a.stet("run", "Write it down", "--session", "r2")
      let sent = try await remote.git("for-each-ref", "--format=%(refname)", "refs/stet/sessions/").output
      #expect(sent == "refs/stet/sessions/r1\n", "it was there when sessions travelled")
    }
  }

  @Test func `a session from before travel was switched on is seen, counted and answered by another machine`()
    async throws
  {
    try await ScriptedModel.runClones(["a", "b"], Self.question, travels: false) { _, folders, _ in
      let (a, b) = (folders[0], folders[1])
      #expect(try await a.stet("run", "Paint", "--session", "q1").status == 3)
      try await b.stet("session", "travel", "on").mustSucceed()
      #expect(try await b.sessions().isEmpty)
      try await a.stet("session", "travel", "on").mustSucceed()
      #expect(try await b.sessions().map(\.id) == ["q1"])
      #expect(try await b.stet("cost").mustSucceed().output.contains("q1"))
      try await b.stet("questions", "answer", "session-q1", "red").mustSucceed()
      try await until(within: .seconds(60)) { try await a.sessions().first?.state == "completed" }
    }
  }

  private struct Cost: Decodable {
    struct Total: Decodable { var turns: Int }
    var total: Total
  }

  @Test func `cost and limits count the calls of all machines, each once`() async throws {
    try await ScriptedModel.runClones(["a", "b"], #"[{"text": "Ready."}]"#) { remote, folders, model in
      func turns(_ folder: TestWorkspace) async throws -> Int {
        let outcome = try await folder.stet("cost", "--json").mustSucceed()
        return try JSONDecoder().decode(Cost.self, from: Data(outcome.bytes)).total.turns
      }
      let run = ["ability", "run", "plan-day", "--provider", "scripted"]
      for folder in folders { try await folder.stet(run).mustSucceed() }
      try await folders[0].stet("run", "Go", "--session", "s1").mustSucceed()
      // Each asks the remote twice: what it sends is counted by the other one.
      for folder in folders { _ = try await turns(folder) }
      for folder in folders + folders { #expect(try await turns(folder) == 3) }
      let usage = try await folders[1].stet("provider", "usage").mustSucceed()
      #expect(usage.lines.last?.contains("3 calls") == true, "\(usage)")
      // A reference without calls is named, and hinders nothing.
      let tree = try await folders[0].git("hash-object", "-w", "-t", "tree", "/dev/null").mustSucceed().lines[0]
      try await folders[0].git("push", "-q", "origin", "\(tree):refs/stet/usage/odd").mustSucceed()
      let cost = try await folders[1].stet("cost").mustSucceed()
      #expect(cost.errors.contains("lower bound: calls of machine odd that are too large"), "\(cost)")
      try "[workspace]\ntokens = 360\n".write(to: remote.machine.place + "/home/.config/stet/budgets.toml")
      let calls = model.sent.count
      for folder in folders {
        let limited = try await folder.stet(run)
        #expect(limited.errors.contains("the limit of the workspace has 30 tokens left"), "\(limited)")
      }
      #expect(model.sent.count == calls)
    }
  }

  @Test func `another machine watches a session and answers it, and the session goes on where it is`() async throws {
    try await ScriptedModel.runClones(["a", "b"], Self.question) { remote, folders, model in
      let (a, b) = (folders[0], folders[1])
      #expect(try await a.stet("run", "Paint", "--session", "q1").status == 3)
      let seen = try #require(try await b.sessions().first)
      #expect(seen.id == "q1" && seen.state == "waitingForUser" && seen.machine != nil && seen.pid == nil, "\(seen)")
      #expect(try await a.sessions().first?.machine == nil)
      let shown = try await b.stet("session", "show", "q1").mustSucceed()
      #expect(shown.output.contains("Which colour?") && shown.output.contains(" on "), "\(shown)")
      let resumed = try await b.stet("session", "resume", "q1")
      #expect(resumed.status == 1 && resumed.errors.contains("take-over q1"), "\(resumed)")
      let agent = try await b.shell("$STET questions answer session-q1 red 2>&1 || true", with: ["STET_AGENT": "bot"])
      #expect(agent.output.contains("Only a person answers"), "\(agent)")
      #expect(try await b.questions().map(\.id) == ["session-q1"])
      let sent = try await b.stet("questions", "answer", "session-q1", "red").mustSucceed()
      #expect(sent.output.contains("the answer was sent"), "\(sent)")
      #expect(try await b.questions().isEmpty, "it is answered")
      try await until(within: .seconds(60)) { try await a.sessions().first?.state == "completed" }
      #expect(model.server.log.contains { $0.contains(#""content": "red""#) })
      try await until { try await a.stet("queue").output == "No session waits.\n" }
      for folder in [a, b, a] { try await folder.barrier() }
      #expect(b.text("a.md") == "red\n")
      let ended = try #require(try await b.sessions().first)
      #expect(ended.state == "completed" && ended.machine != nil)
      #expect(try await remote.git("fsck", "--full", "--strict").status == 0)
    }
  }

  @Test func `a session that is taken over on a metered network waits in the queue, unless it is forced`() async throws
  {
    try await ScriptedModel.runClones(["a", "b"], Self.question) { _, folders, model in
      let (a, b) = (folders[0], folders[1])
      for session in ["q1", "q2"] { #expect(try await a.stet("run", "Paint", "--session", session).status == 3) }
      let path = try await b.machine.answerNetwork("Metered")
      let turns = model.sent.count
      let queued = try await b.shell("$STET session take-over q1 --answer red", with: path).mustSucceed()
      #expect(queued.output.contains("waits in the queue") && model.sent.count == turns, "\(queued)")
      #expect(try await b.stet("queue").output.hasPrefix("q1  unmetered"))
      try await b.shell("$STET session take-over q2 --answer red --now", with: path).mustSucceed()
      #expect(model.sent.count > turns)
      try await b.shell("echo u 2 > '\(b.machine.place)/network'")
      try await until(within: .seconds(60)) {
        try await b.sessions().filter { $0.state == "completed" }.map(\.id).sorted() == ["q1", "q2"]
      }
      #expect(try await b.sessions().allSatisfy { $0.machine == nil })
    }
  }

  @Test func `an answer from another machine is that machine's person's in the visible conversation`() async throws {
    try await ScriptedModel.runClones(["a", "b"], Self.question) { _, folders, _ in
      let (a, b) = (folders[0], folders[1])
      try await a.accept(policy: "[sessions]\nchats = true\n")
      try await b.git("config", "user.name", "Ben Ox")
      try await b.git("config", "user.email", "ben@example.org")
      #expect(try await a.stet("run", "Paint", "--session", "q1").status == 3)
      try await b.stet("questions", "answer", "session-q1", "red").mustSucceed()
      try await until(within: .seconds(60)) { try await a.sessions().first?.state == "completed" }
      try await until { try await a.stet("queue").output == "No session waits.\n" }
      try await a.barrier()
      let lines = (a.text("Chats/q1.jsonl") ?? "").split(separator: "\n")
      let answer = try #require(lines.first { $0.contains(#""kind":"answer""#) })
      #expect(answer.contains(#""name":"Ben Ox""#) && !lines[0].contains("name"), "\(lines)")
      let authors = try await a.git("log", "--format=%an <%ae>", "--", "Chats/q1.jsonl").output.split(separator: "\n")
      #expect(authors.contains("Ben Ox <ben@example.org>") && authors.last?.hasPrefix("Ann ") == true, "\(authors)")
    }
  }

  @Test func `a published session does not go on without its lease after travel was switched off`() async throws {
    try await ScriptedModel.runClones(["a", "b"], Self.question) { _, folders, _ in
      let (a, b) = (folders[0], folders[1])
      #expect(try await a.stet("run", "Paint", "--session", "q1").status == 3)
      try await a.stet("session", "travel", "off").mustSucceed()
      try await b.stet("session", "take-over", "q1", "--answer", "red").mustSucceed()
      for words in [["resume", "q1", "--answer", "blue"], ["cancel", "q1"]] {
        let refused = try await a.stet(["session"] + words)
        #expect(refused.status == 1 && refused.errors.contains("session travel on"), "\(refused)")
      }
      #expect(try await a.sessions().first?.state == "waitingForUser")
      #expect(try await a.stet("run", "Paint", "--session", "q2").status == 3)
    }
  }

  @Test func `a lease keeps others out until its end; then exactly one machine goes on`() async throws {
    try await ScriptedModel.runClones(["a", "b", "c"], Self.work) { remote, folders, model in
      let a = folders[0]
      try await model.set("slow", true)
      try await a.stet("run", "Write it down", "--session", "w1", "--background").mustSucceed()
      try await until { try await a.sessions().first?.pid != nil && !model.sent.isEmpty }
      #expect(try await folders[1].sessions().first?.status == "Working...")
      let runner = try #require(try await a.sessions().first?.pid)
      for kill in [false, true] {
        if kill { try await a.shell("kill -9 \(runner)") }
        let refused = try await folders[1].stet("session", "take-over", "w1")
        #expect(refused.status == 1 && refused.errors.contains("valid until"), "\(refused)")
      }
      try await model.set("slow", false)
      try await remote.expireLease(of: "w1")
      async let first = folders[1].stet("session", "take-over", "w1")
      async let second = folders[2].stet("session", "take-over", "w1")
      let ends = try await [first, second]
      #expect(ends.map(\.status).sorted() == [0, 1], "\(ends)")
      let lost = try await a.stet("session", "resume", "w1")
      #expect(lost.status == 1 && lost.errors.contains("take-over w1"), "\(lost)")
      for folder in folders + folders { try await folder.barrier() }
      for folder in folders {
        #expect(folder.text("a.md") == "one\none\n" && folder.text("c.md") == "text\n" && folder.text("b.md") == nil)
        #expect(try await folder.sessions().map(\.state) == ["completed"])
      }
      #expect(try await a.log().count { $0.author.session == "w1" } == 4, "each effect once")
    }
  }

  @Test func `a session that is killed at any change of its log goes on elsewhere, each effect once`() async throws {
    try await ScriptedModel.runClones(["a", "b"], Self.work) { remote, folders, model in
      let (a, b) = (folders[0], folders[1])
      let log = a.machine.place + "/steps"
      try await a.shell("mkdir -p -m 700 .git/stet/sessions")
      let stride = Machine.isLong ? 1 : 9
      var (point, kills) = (5 + Int(Machine.seed) % stride, 0)
      while true {
        let session = "k\(point)"
        try model.say(Self.work.replacing(".md\"", with: "-\(session).md\""))
        let command = [Machine.binary, "-C", a.root, "run", "Write it down", "--session", session]
        try await a.machine.run(
          [Machine.stepper, "-r", a.root + "/.git/stet/sessions", "-o", log, "-k", "\(point)"] + command, in: "/")
        let steps = String(file: log)?.split(separator: "\n") ?? []
        guard steps.last?.hasPrefix("killed") == true else { break }
        kills += 1
        let place: Comment = "killed at \(steps.suffix(2))"
        try await a.barrier()
        if try await remote.git("rev-parse", "-q", "--verify", "refs/stet/sessions/\(session)").status == 0 {
          try await remote.expireLease(of: session)
          let taken = try await b.stet("session", "take-over", session)
          // The daemon publishes a session that had ended before the kill.
          if !taken.errors.contains("Session \(session) has ended: Finished.") { try taken.mustSucceed() }
          try await b.barrier()
          try await a.barrier()
        } else if try await a.sessions().contains(where: { $0.id == session }) {
          // Nobody else knows the session.
          try await a.stet("session", "resume", session).mustSucceed()
        } else {
          // The session had not begun: its id can be used.
          try await a.stet(["run", "Write it down", "--session", session]).mustSucceed()
        }
        let texts = ["a", "c"].map { a.text("\($0)-\(session).md") }
        #expect(texts == ["one\none\n", "text\n"], place)
        let changes = try await a.log().filter { $0.author.session == session }
        #expect(changes.count == 4, place)
        point += stride
      }
      #expect(kills >= 36 / stride, "the last point is that of a whole run")
    }
  }

  @Test func `a session that ended while the remote was away is ended elsewhere when the remote is back`() async throws
  {
    try await ScriptedModel.runClones(["a", "b"], Self.work) { remote, folders, model in
      let (a, b) = (folders[0], folders[1])
      try await model.set("slow", true)
      try await a.stet("run", "Write it down", "--session", "w1", "--background").mustSucceed()
      try await until { try await b.sessions().first?.status == "Working..." }
      try await remote.whileAway {
        try await a.stet("session", "cancel", "w1")
        try await until { try await a.sessions().first?.state == "failed" }
      }
      // No command on the first machine.
      try await until(within: .seconds(90)) { try await b.sessions().first?.state == "failed" }
      let ended = try await b.stet("session", "take-over", "w1")
      #expect(ended.status == 1 && ended.errors.contains("has ended"), "\(ended)")
    }
  }

  @Test func `secrets do not travel, and stay in the log of their machine`() async throws {
    let answers = #"""
      [{"text": "The key is \#(Self.token) as you said.",
        "calls": [["write_file", {"path": "key.md", "content": "key \#(Self.token)\n"}]]}, {"text": "Done."}]
      """#
    try await ScriptedModel.runClones(["a", "b"], answers) { remote, folders, _ in
      let (a, b) = (folders[0], folders[1])
      try await a.stet("run", "Note the key \(Self.token)", "--session", "s1").mustSucceed()
      #expect(a.text(".git/stet/sessions/s1/log.jsonl")?.contains(Self.token) == true)
      let objects = try await remote.git("cat-file", "--batch", "--batch-all-objects").mustSucceed().output
      #expect(objects.contains("[redacted]") && !objects.contains(Self.token))
      let shown = try await b.stet("session", "export", "s1").mustSucceed().output
      #expect(shown.contains("Note the key [redacted]") && !shown.contains(Self.token), "\(shown)")
      let ended = try await b.stet("session", "take-over", "s1")
      #expect(ended.status == 1 && ended.errors.contains("has ended"), "\(ended)")
    }
  }
}

extension Remote {
  /// Lets the lease of a session end, as the time does. The daemon of a killed process may end it at the same moment: then
  /// the reference has moved, and the rest is tried again.
  fileprivate func expireLease(of id: String) async throws {
    try await machine.shell(
      """
      ref=refs/stet/sessions/\(id)
      for try in 1 2 3 4 5; do
        old=$(git rev-parse $ref)
        lease=$(git show $old:lease.json | sed 's/"until":[0-9]*/"until":1/' | git hash-object -w --stdin)
        tree=$(git ls-tree $old | sed "s/blob [0-9a-f]*\\tlease.json/blob $lease\\tlease.json/" | git mktree)
        git update-ref $ref $(git commit-tree -p $old -m 'Let time pass' $tree) $old && exit 0
      done
      exit 1
      """, in: path
    ).mustSucceed()
  }
}
