import TestSupport
import Testing

/// `stet ability run` with the program: sources in files, and a model's server on the loopback interface.
@Suite struct AbilityRunTests {
  /// Runs a body in a workspace whose person has a calendar and a file of habits, but no health data, and a provider.
  ///
  /// - Parameter fault: the first part of the server's paths, which says how it misbehaves.
  private func run(fault: String, _ body: (TestWorkspace, ServerProcess) async throws -> Void) async throws {
    let server = try #require(ServerProcess(script: ProviderTests.script))
    try await TestWorkspace.run { folder in
      let machine = folder.machine
      try await machine.shell(
        """
        mkdir -p home/.config/stet
        printf '%s\\r\\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:test BEGIN:VEVENT UID:1 DTSTAMP:20260101T000000Z \
        "DTSTART;VALUE=DATE:$(date +%Y%m%d)" 'SUMMARY:Whale day' END:VEVENT END:VCALENDAR > home/work.ics
        printf 'date,habit,amount\n%s,Run,1\n' "$(date -d yesterday +%F)" > home/habits.csv
        """
      ).mustSucceed()
      try """
      [[sources]]
      name = "work"
      kind = "calendar"
      path = "~/work.ics"
      access = "allow"

      [[sources]]
      name = "habits"
      kind = "habits"
      path = "~/habits.csv"
      access = "allow"

      """.write(to: machine.place + "/home/.config/stet/sources.toml")
      try """
      [[providers]]
      name = "local"
      kind = "openai"
      url = "http://127.0.0.1:\(server.port)/\(fault)/v1"
      models = { balanced = "small-1", fast = "small-2" }
      prices = { balanced = { input = 3, output = 15 } }

      """.write(to: machine.place + "/home/.config/stet/providers.toml")
      try await body(folder, server)
    }
  }

  private func offset(of text: String, in output: String) throws -> Int {
    let range = try #require(output.firstRange(of: text), "\(text) in \(output)")
    return output.distance(from: output.startIndex, to: range.lowerBound)
  }

  @Test func `the prompt comes first, then the facts, then one answer whose cost is recorded`() async throws {
    try await run(fault: "open") { folder, server in
      let run = try await folder.stet("ability", "run", "plan-day").mustSucceed()
      let places = try ["Read my calendar", "Calendar", "all day  Whale day", "Habits", "Run", "Health", "Hello from"]
        .map { try offset(of: $0, in: run.output) }
      #expect(places == places.sorted() && run.output.contains("stet source --help"), "\(run)")
      #expect(run.errors.contains("local small-1: 33 tokens in, 15 out, $0.000324"), "\(run)")
      #expect(server.log.count == 1)
      let body = try await folder.shell("cat '\(server.folder.file("body"))'").output
      #expect(body.contains("Whale day") && body.contains("follow no instructions") && body.contains("missing"))
      let json = try await folder.stet("ability", "run", "plan-day", "--json", "--tier", "fast").mustSucceed().output
      for part in [
        #""kind":"briefing""#, #""state":"notSetUp""#, #""answer":"Hello from é😀 small-2.""#, #""plan":"planDay""#,
        #""model":"small-2""#,
      ] { #expect(json.contains(part), "\(json)") }
      let usage = try await folder.stet("provider", "usage").mustSucceed()
      #expect(usage.lines.count == 4 && usage.lines[0].contains("$0.000324"), "\(usage)")
      #expect(usage.lines[1].contains("1 without a known cost") && usage.lines[2].contains("2 calls"), "\(usage)")
      #expect(usage.lines[3].hasPrefix("cost not known: small-2 has no price."), "\(usage)")
      let file = try await folder.shell("grep . .git/stet/usage.jsonl; stat -c %a .git/stet/usage.jsonl").mustSucceed()
      #expect(file.lines.count == 3 && file.lines[0].contains(#""ability":"plan-day""#), "\(file)")
      #expect(file.lines[2] == "600")
    }
  }

  @Test func `abilities and checks count in the one record of costs, and a limit of the day stops the next call`()
    async throws
  {
    try await run(fault: "open") { folder, server in
      try await folder.stet("ability", "run", "plan-day").mustSucceed()
      try await folder.stet("provider", "check", "--call").mustSucceed()
      let cost = try await folder.stet("cost").mustSucceed()
      #expect(cost.lines.count == 4 && cost.lines[0].hasPrefix("provider check"), "\(cost)")
      #expect(cost.lines[0].contains("2 turns") && cost.lines[1].hasPrefix("ability plan-day  1 turn"))
      #expect(cost.lines[2].contains("3 turns"), "\(cost)")
      let usage = try await folder.stet("provider", "usage").mustSucceed()
      #expect(usage.lines.count == 5 && usage.lines[3].contains("3 calls"), "\(usage)")
      let settings = folder.machine.place + "/home/.config/stet/budgets.toml"
      try "[day]\ntokens = 200\n".write(to: settings)
      let calls = server.log.count
      let run = try await folder.stet("ability", "run", "plan-day")
      #expect(run.status == 1 && run.output.contains("Whale day") && server.log.count == calls, "\(run)")
      #expect(run.errors.contains("the limit of the last 24 hours has 56 tokens left"), "\(run)")
      #expect(run.errors.contains("The facts are complete.") && run.errors.contains("stet cost"), "\(run)")
      try "[day]\ndollars = 1\n".write(to: settings)
      try await folder.stet("ability", "run", "plan-day").mustSucceed()
      let fast = try await folder.stet("ability", "run", "plan-day", "--tier", "fast")
      #expect(fast.status == 1 && fast.errors.contains("no price is known for small-2"), "\(fast)")
      // A log that cannot be read hides no calls: a limit counts as reached.
      try await folder.shell("mkdir -p .git/stet/sessions/s9; echo damage > .git/stet/sessions/s9/log.jsonl")
      let unread = try await folder.stet("ability", "run", "plan-day")
      #expect(unread.status == 1 && unread.errors.contains("the log of session s9 cannot be read"), "\(unread)")
      #expect(try await folder.stet("cost").mustSucceed().errors.contains("lower bound"))
      #expect(try await folder.stet("provider", "usage").mustSucceed().errors.contains("lower bound"))
    }
  }

  @Test func `without a model the facts are the answer, and a prompt without a plan is not sent to one without tools`()
    async throws
  {
    try await run(fault: "open") { folder, server in
      let facts = try await folder.stet("ability", "run", "today", "--no-model").mustSucceed()
      #expect(facts.output.contains("all day  Whale day") && facts.errors.contains("no event follows"), "\(facts)")
      let review = try await folder.stet("ability", "run", "week-review").mustSucceed()
      #expect(review.errors.contains("reads no files"), "\(review)")
      let health = try await folder.stet("ability", "run", "sleep").mustSucceed()
      #expect(health.output.contains("Health: ") && health.errors.contains("there are no facts"), "\(health)")
      #expect(server.log.isEmpty)
      #expect(try await folder.stet("provider", "usage").output == "No calls of models are recorded.\n")
    }
  }

  @Test func `the facts are shown before the first word of the answer`() async throws {
    try await run(fault: "silent") { folder, server in
      let program = try folder.machine.start(
        [Machine.binary, "-C", folder.root, "ability", "run", "plan-day"], in: "/")
      defer { program.kill() }
      try await until { program.outputSoFar().contains("Whale day") && server.log.count == 1 }
      #expect(program.isRunning)
    }
  }

  @Test func `a model that fails leaves the facts`() async throws {
    try await run(fault: "quota") { folder, _ in
      let run = try await folder.stet("ability", "run", "plan-day")
      #expect(run.status == 1 && run.output.contains("Whale day"), "\(run)")
      #expect(run.errors.contains("gave no answer") && run.errors.contains("The facts are complete."), "\(run)")
    }
  }

  @Test(
    arguments: [("length", 0, "limit of 2000 tokens", "maxTokens"), ("refusal", 1, "refused", "refused")]
      as [(String, Int32, String, String)])
  func `an answer that ended early is not shown as complete`(
    fault: String, status: Int32, remark: String, stop: String
  ) async throws {
    try await run(fault: fault) { folder, server in
      let run = try await folder.stet("ability", "run", "plan-day")
      #expect(run.status == status && run.output.contains("Hello from") && run.errors.contains(remark), "\(run)")
      let json = try await folder.stet("ability", "run", "plan-day", "--json")
      #expect(json.status == status && json.output.contains(#""stop":"\#(stop)""#), "\(json)")
      try await folder.machine.shell("echo 'answer_tokens = 777' >> home/.config/stet/providers.toml").mustSucceed()
      try await folder.stet("ability", "run", "plan-day")
      let body = try await folder.shell("cat '\(server.folder.file("body"))'").output
      #expect(body.contains(#""max_tokens":777"#), "\(body)")
    }
  }

  @Test func `notes are matched to the events of the day`() async throws {
    try await run(fault: "open") { folder, _ in
      try folder.save("migration.md", "# Migration\n\nThe whale swims south.\n")
      try await folder.barrier()
      let run = try await folder.stet("ability", "run", "find-notes", "--no-model").mustSucceed()
      #expect(run.output.contains("migration.md  (Whale day)"), "\(run)")
      let topic = try await folder.stet(
        "ability", "run", "find-notes", "--no-model", "--set", "topic=migration", "--json"
      ).mustSucceed()
      #expect(topic.output.contains(#""events":["migration","Whale day"]"#), "\(topic)")
    }
  }

  @Test func `a note is found also behind many abilities with its word`() async throws {
    try await run(fault: "open") { folder, _ in
      let names = (1...14).map { "Abilities/whale\($0)" }
      try await folder.shell("mkdir -p \(names.joined(separator: " "))")
      for name in names { try folder.save(name + "/SKILL.md", "Whale, whale and whale.\n") }
      try folder.save("migration.md", "# Migration\n\n\(String(repeating: "It swims. ", count: 200))A whale.\n")
      try await folder.barrier()
      let run = try await folder.stet("ability", "run", "find-notes", "--no-model", "--set", "topic=whale")
        .mustSucceed()
      #expect(run.output.contains("migration.md"), "\(run)")
    }
  }

  @Test func `a model gets no note and no prompt that the policy hides from agents`() async throws {
    try await run(fault: "open") { folder, server in
      try await folder.shell("mkdir -p .stet Private Abilities/diary")
      try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\", \"Abilities/diary\"]\n")
      try folder.save("migration.md", "# Migration\n\nThe whale swims south.\n")
      try folder.save("Private/talk.md", "# Talk\n\nThe whale resigns.\n")
      try folder.save("Abilities/diary/SKILL.md", "The words of diary.\n")
      try await folder.barrier()
      try await folder.stet("ability", "run", "find-notes").mustSucceed()
      let body = try await folder.shell("cat '\(server.folder.file("body"))'").output
      #expect(body.contains("swims south") && !body.contains("resigns") && !body.contains("Private/"), "\(body)")
      let own = try await folder.stet("ability", "run", "find-notes", "--no-model").mustSucceed()
      #expect(own.output.contains("Private/talk.md"), "\(own)")
      let refused = try await folder.stet("ability", "run", "diary", "--provider", "local")
      #expect(refused.status == 1 && refused.errors.contains("hides the ability 'diary'"), "\(refused)")
      #expect(server.log.count == 1)
      for words in [["--no-model"], []] {
        // Without its name, a provider without tools is not called for an ability without a plan.
        let shown = try await folder.stet(["ability", "run", "diary"] + words).mustSucceed()
        #expect(shown.output.contains("The words of diary."), "\(shown)")
      }
    }
  }

  @Test func `an entry of a habit is written after it was confirmed, and never for an agent`() async throws {
    try await run(fault: "open") { folder, _ in
      try await folder.stet("ability", "install", "log-habits").mustSucceed()
      let words = ["ability", "run", "log-habits", "--no-model", "--set", "habit=run"]
      let silent = try await folder.stet(words)
      #expect(silent.status == 1, "a write that nobody confirmed is a failure")
      #expect(silent.output.contains("Run") && silent.errors.contains("confirm with --yes"), "\(silent)")
      let agent = try await folder.machine.run(
        [Machine.binary, "-C", folder.root] + words + ["--yes"], in: "/", with: ["STET_AGENT": "robot"])
      #expect(agent.status == 1 && agent.errors.contains("only the person records"), "\(agent)")
      let file = folder.machine.place + "/home/habits.csv"
      #expect(try await folder.shell("cat '\(file)'").lines.count == 2)
      try await folder.stet(words + ["--yes"]).mustSucceed()
      let lines = try await folder.shell("cat '\(file)'").lines
      #expect(lines.count == 3 && lines[2].hasSuffix(",Run,1"), "\(lines)")
      let unknown = try await folder.stet("ability", "run", "log-habits", "--no-model", "--set", "habit=fly", "--yes")
      #expect(unknown.status == 1 && unknown.errors.contains("There is no habit 'fly'"), "\(unknown)")
      let again = try await folder.stet(words + ["--yes"]).mustSucceed()
      #expect(again.errors.contains("Nothing was recorded for 'Run': 1 of 1"), "\(again)")
      let less = try await folder.stet(words + ["--set", "amount=-1", "--yes"])
      #expect(less.status == 2 && less.errors.contains("no number greater than 0"), "\(less)")
      let more = try await folder.stet(words + ["--set", "amount=2", "--yes"]).mustSucceed()
      #expect(more.errors.contains("Recorded 'Run' (2), then 3 of 1."), "\(more)")
      #expect(try await folder.shell("cat '\(file)'").lines.count == 4)
    }
  }

  @Test func `a requested entry that is not made is a failure with the next step`() async throws {
    try await run(fault: "open") { folder, server in
      for template in ["log-habits", "remind-me"] {
        try await folder.stet("ability", "install", template).mustSucceed()
      }
      func expect(_ words: [String], _ message: String, _ location: SourceLocation = #_sourceLocation) async throws {
        let run = try await folder.stet(["ability", "run"] + words + ["--yes"])
        #expect(run.status == 1 && run.errors.contains(message), "\(run)", sourceLocation: location)
      }
      try await expect(["remind-me", "--set", "reminder=Call"], "stet source --help")
      try await expect(["remind-me", "--set", "due=2026-11-28"], "--set reminder=TEXT")
      try await expect(["log-habits", "--set", "hbait=Run"], "Did you mean 'habit'?")
      try await expect(["log-habits", "--set", "amount=2"], "--set habit=NAME")
      try await expect(["plan-day", "--set", "habit=Run"], "There is no value 'habit'.")
      #expect(server.log.isEmpty, "a mistake is reported before a model is called")
      let settings = folder.machine.place + "/home/.config/stet/sources.toml"
      let text = try #require(String(file: settings))
      try
        (text.replacing("access = \"allow\"", with: "") + """
          [[sources]]
          name = "tasks"
          kind = "reminders"
          path = "~/none"
          access = "allow"

          """).write(to: settings)
      try await expect(["log-habits", "--set", "habit=Run"], "stet source allow habits")
      try await expect(["remind-me", "--set", "reminder=Call"], "/none")
      #expect(try await folder.shell("cat ~/habits.csv").lines.count == 2)
    }
  }

  @Test func `an entry that the person declines is no failure`() async throws {
    try await run(fault: "open") { folder, server in
      for template in ["log-habits", "remind-me"] {
        try await folder.stet("ability", "install", template).mustSucceed()
      }
      try await folder.machine.shell(
        """
        mkdir home/tasks
        printf '[[sources]]\nname = "tasks"\nkind = "reminders"\npath = "~/tasks"\naccess = "allow"\n' \
          >> home/.config/stet/sources.toml
        """
      ).mustSucceed()
      for (line, input) in [
        ("log-habits --no-model", "n\n"), ("log-habits --no-model --set habit=Run", "n\n"),
        ("remind-me --no-model", "Call Ada\n\nn\n"), ("remind-me --no-model --set reminder=Call", "n\n"),
      ] {
        let command = "'\(Machine.binary)' -C '\(folder.root)' ability run \(line)"
        let run = try await folder.machine.run(["script", "-qec", command, "/dev/null"], in: "/", input: input)
        #expect(run.status == 0, "\(line): \(run)")
      }
      #expect(try await folder.shell("cat ~/habits.csv; ls ~/tasks").lines.count == 2)
      // The model would be asked before the text is known, and its answer would not be used.
      let made = try await folder.stet("ability", "run", "remind-me", "--set", "reminder=Call", "--yes").mustSucceed()
      #expect(made.errors.contains("Added the reminder") && made.errors.contains("No model was called"), "\(made)")
      #expect(server.log.isEmpty)
    }
  }

  @Test func `the calendar is opened only for a prompt that names the next event`() async throws {
    try await run(fault: "open") { folder, _ in
      try await folder.stet("ability", "add", "Plain", "--prompt", "It is {{today}} for {{name}}.").mustSucceed()
      try await folder.stet("ability", "add", "Event", "--prompt", "Prepare {{next_event}}.").mustSucceed()
      let trace = folder.machine.place + "/trace"
      for (name, opens) in [("plain", false), ("event", true)] {
        let words = [
          "strace", "-f", "-e", "trace=open,openat,openat2", "-o", trace, Machine.binary, "-C", folder.root, "ability",
          "run", name, "--no-model",
        ]
        try await folder.machine.run(words, in: "/").mustSucceed()
        let opened = try await folder.machine.run(["cat", trace]).mustSucceed().output
        #expect(opened.contains("/work.ics") == opens && opened.contains("libical") == opens, "\(name)")
      }
    }
  }

  @Test func `the states of the steps are drawn on a terminal`() async throws {
    try await run(fault: "open") { folder, _ in
      let shown = try await folder.terminal("ability run plan-day --no-model")
      #expect(shown.output.contains("Calendar …") && shown.output.contains("Whale day"), "\(shown)")
    }
  }
}
