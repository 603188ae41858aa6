import Glibc
import TestSupport
import Testing

/// The control of sessions by a person: cancelling, mistakes in the settings, reasons, answers, the queue.
@Suite struct SessionControlTests {
  private static let writing =
    #"[{"calls": [["append_file", {"path": "a.md", "content": "one\n"}]]}, {"text": "Done."}]"#

  @Test func `a run that is cancelled while it works reports that, and not a pause`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      try await model.set("slow", true)
      let run = try folder.machine.start(
        [Machine.binary, "-C", folder.root, "run", "Write", "--session", "c1"], in: "/")
      try await until { !model.sent.isEmpty }
      let cancelled = try await folder.stet("session", "cancel", "c1").mustSucceed()
      #expect(cancelled.output == "c1  Cancelled\n", "\(cancelled)")
      let end = await run.end(within: .seconds(20))
      #expect(end.status == 1 && end.errors.contains("Cancelled") && !end.errors.contains("Paused"), "\(end)")
    }
  }

  @Test func `the text of an answer that Ctrl-C interrupts is in all views, until an answer is whole`() async throws {
    try await ScriptedModel.run(#"[{"text": "I look around."}]"#) { folder, model in
      try await model.set("slow", true)
      let run = try folder.machine.start(
        [Machine.binary, "-C", folder.root, "run", "Look", "--session", "i1"], in: "/")
      try await until { run.outputSoFar().contains("around.") }
      run.send(SIGINT)
      #expect(await run.end(within: .seconds(20)).errors.contains("Paused"))
      let shown = try await folder.stet("session", "show", "i1").mustSucceed().output
      #expect(shown.contains("\nInterrupted answer:\nI look around."), "\(shown)")
      let checkpoint = try await folder.stet("session", "show", "i1", "--json").mustSucceed().output
      #expect(
        checkpoint.contains(#""partialResults":[{"isInterrupted":true,"text":"I look around. "}]"#), "\(checkpoint)")
      let export = try await folder.stet("session", "export", "i1").mustSucceed().output
      #expect(export.contains("**Agent (interrupted):**\n\nI look around."), "\(export)")
      try await model.set("slow", false)
      try await folder.stet("session", "resume", "i1").mustSucceed()
      let whole = try await folder.stet("session", "show", "i1").mustSucceed().output
      #expect(whole.contains("I look around.") && !whole.contains("Interrupted answer"), "\(whole)")
    }
  }

  @Test func `a run whose reader leaves ends quietly, and is paused with what it has`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      // The first piece of the answer finds no reader.
      try model.say(#"[{"text": "I look around.", "calls": [["append_file", {"path": "a.md", "content": "one\n"}]]}]"#)
      try await model.set("slow", true)
      let outcome = try await folder.shell(
        "exec 3> >(:); wait $!; set +e; \"$STET\" run Write --session u1 >&3; echo $?")
      #expect(outcome.word == "\(128 + SIGPIPE)" && outcome.errors.isEmpty, "\(outcome)")
      let session = try #require(try await folder.sessions().first)
      #expect(session.state == "backgrounded" && session.reason == nil && session.pid == nil)
      let shown = try await folder.stet("session", "show", "u1").mustSucceed().output
      #expect(shown.contains("\nInterrupted answer:\nI"), "\(shown)")
      #expect(try await folder.stet("cost").output.contains("u1  1 turn"))
      #expect(folder.text("a.md") == nil)
    }
  }

  @Test func `a program that started a connected server for agents decides nothing about a session`() async throws {
    let answers = #"[{"calls": [["ask_user", {"question": "Delete all?"}]]}, {"text": "Done."}]"#
    try await ScriptedModel.run(answers) { folder, model in
      try folder.save("a.md", "one\n")
      try await folder.barrier()
      // The question is not asked on the terminal.
      let run = #"printf 'yes\n' | script -qec "'$STET' run Tidy --session n1" /dev/null > $TMPDIR/run"#
      let decisions = [
        "session resume n1 --answer yes", "questions answer session-n1 yes", "session cancel n1", "session travel on",
        "reapply a.md",
      ]
      let lines = decisions.enumerated().map { "\"$STET\" \($0.element) > $TMPDIR/\($0.offset) 2>&1" }
      try await folder.shellOfClient(([run] + lines + [#""$STET" undo"#]).joined(separator: "\n"))
      for (index, decision) in decisions.enumerated() {
        let said = String(file: folder.machine.place + "/tmp/\(index)") ?? ""
        let isRefused = said.contains("copilot runs this command") || said.contains("never by an agent")
        #expect(isRefused, "\(decision): \(said)")
      }
      #expect(model.sent.count == 1)
      #expect(try await folder.sessions().first?.state == "waitingForUser")
      #expect(folder.text("a.md") == nil, "the undo is the person's, as its target")
      try await folder.stet("session", "resume", "n1", "--answer", "no").mustSucceed()
    }
  }

  @Test(arguments: [[], ["--background"], ["--when", "online"]])
  func `a mistake in the settings is reported before a session begins`(more: [String]) async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      let settings = folder.machine.place + "/home/.config/stet/"
      let good = try #require(String(file: settings + "providers.toml"))
      for (file, text) in [("providers.toml", "[[providers]]\nname = 1\n"), ("budgets.toml", "[week]\n")] {
        try text.write(to: settings + file)
        let refused = try await folder.stet(["run", "Write", "--session", "s1"] + more)
        #expect(refused.status == 1 && refused.errors.contains(file), "\(refused)")
        #expect(refused.errors.contains("No session was begun."), "\(refused)")
        try (file == "providers.toml" ? good : "").write(to: settings + file)
      }
      let unknown = try await folder.stet(["run", "Write", "--provider", "other"] + more)
      #expect(unknown.status == 1 && unknown.errors.contains("scripted"), "\(unknown)")
      #expect(try await folder.sessions().isEmpty && folder.text(".git/stet/queue.jsonl") == nil)
    }
  }

  @Test func `the reason of a pause is in show and in the list, also that of a later mistake`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      try await model.set("away", true)
      try await folder.stet("run", "Write", "--session", "p1")
      for command in [["session", "show", "p1"], ["session", "list"]] {
        let shown = try await folder.stet(command).output
        #expect(shown.contains("Paused (in background)"), "\(shown)")
        #expect(shown.ranges(of: "refused the call (status 503)").count == 1, "\(shown)")
      }
      #expect(try await folder.sessions().first?.reason?.contains("503") == true)
      let settings = folder.machine.place + "/home/.config/stet/providers.toml"
      let good = try #require(String(file: settings))
      try "x = 1\n".write(to: settings)
      #expect(try await folder.stet("session", "resume", "p1").status == 1)
      #expect(try await folder.sessions().first?.reason?.contains("x is not a key") == true)
      try good.write(to: settings)
      try await model.set("away", false)
      try await folder.stet("session", "resume", "p1").mustSucceed()
      #expect(try await folder.sessions().first?.reason == nil && folder.text("a.md") == "one\n")
    }
  }

  @Test func `a pause without a key names the key first, and a limit that holds late is named`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      let settings = folder.machine.place + "/home/.config/stet/providers.toml"
      let good = try #require(String(file: settings))
      try (good + "key_variable = \"NO_SUCH_KEY\"\n").write(to: settings)
      let run = try await folder.stet("run", "Write", "--session", "k1")
      let shown = try await folder.stet("session", "show", "k1").output
      for text in [run.errors, shown] {
        #expect(text.contains("NO_SUCH_KEY") && text.contains("give the provider its key"), "\(text)")
      }
      #expect(try await folder.sessions().first?.turns == 0 && model.sent.isEmpty)
      try "[[providers]]\nname = \"bot\"\nkind = \"command\"\ncommand = [\"false\"]\n".write(to: settings)
      let warned = try await folder.stet("run", "Write", "--session", "k2", "--budget", "research,$0.50")
      #expect(warned.errors.contains("bot reports its cost only at the end"), "\(warned)")
    }
  }

  @Test func `the answers at a budget say what they do, and a wrong one is named`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      let asked = try await folder.stet("run", "Write", "--session", "b1", "--budget", "tokens=10")
      #expect(asked.status == 3, "\(asked)")
      let listed = try await folder.stet("questions").output
      #expect(listed.contains("the session ends") && listed.contains("with as much again"), "\(listed)")
      for command in [
        ["session", "resume", "b1", "--answer", "maybe"], ["questions", "answer", "session-b1", "maybe"],
      ] {
        let wrong = try await folder.stet(command)
        #expect(wrong.status == 3 && wrong.errors.contains("'maybe' is no answer"), "\(wrong)")
        #expect(wrong.errors.contains("continue, stop"), "\(wrong)")
      }
      let stopped = try await folder.stet("session", "resume", "b1", "--answer", "stop", "--background")
      #expect(stopped.output == "b1  Failed: stopped at its budget\n", "\(stopped)")
      #expect(model.sent.isEmpty)
    }
  }

  @Test func `a command from the list of questions answers no later question of the session`() async throws {
    let answers = #"""
      [{"calls": [["ask_user", {"question": "Read one?", "choices": ["yes", "no"]}]]},
       {"calls": [["ask_user", {"question": "Delete all?", "choices": ["yes", "no"]}]]}, {"text": "Done."}]
      """#
    try await ScriptedModel.run(answers) { folder, model in
      func listed() async throws -> String {
        let output = try await folder.stet("questions").output
        return String(try #require(output.firstMatch(of: #/session-w1@[0-9a-z]+/#), "\(output)").output)
      }
      #expect(try await folder.stet("run", "Tidy", "--session", "w1").status == 3)
      let first = try await listed()
      #expect(try await folder.stet("session", "resume", "w1", "--answer", "yes").status == 3)
      let late = try await folder.stet("questions", "answer", first, "yes")
      #expect(late.status == 3 && late.errors.contains("asks something else now: Delete all?"), "\(late)")
      #expect(late.errors.contains("Nothing was answered.") && model.sent.count == 2)
      #expect(try await folder.sessions().first?.question == "Delete all?")
      try await folder.stet("questions", "answer", try await listed(), "no").mustSucceed()
    }
  }

  @Test func `a cancelled session leaves the queue, and a killed queue process is reported`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, model in
      for id in ["q1", "q2"] {
        let queued = try await folder.shell(
          "$STET run Write --session \(id) --when $(date -d '12 hours' +%H:%M)")
        let day = try await folder.shell("date -d '12 hours' +%Y-%m-%d").word
        #expect(queued.output.contains(" on \(day)\n"), "\(queued)")
      }
      try await folder.stet("session", "cancel", "q1").mustSucceed()
      let listed = try await folder.stet("queue").mustSucceed()
      #expect(listed.lines.count == 1 && listed.output.hasPrefix("q2") && listed.errors.isEmpty, "\(listed)")
      // One that waits to take over is killed too.
      try await folder.shell(
        #"""
        for process in /proc/[0-9]*; do
          if tr '\0' ' ' < "$process/cmdline" 2> /dev/null | grep -qF -- "-C $PWD queue run"; then
            kill -9 "${process#/proc/}" || true
          fi
        done
        """#)
      let killed = try await folder.stet("queue").mustSucceed()
      #expect(killed.errors.contains("no process runs the queue") && killed.errors.contains("stet start"), "\(killed)")
      try await folder.stet("queue", "remove", "q2").mustSucceed()
      #expect(try await folder.stet("queue").errors.isEmpty && model.sent.isEmpty)
    }
  }

  @Test func `a queued session that was run by hand leaves the queue, and no agent cancels a session`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, _ in
      for id in ["q1", "q2"] {
        try await folder.shell("$STET run Write --session \(id) --when $(date -d '12 hours' +%H:%M)").mustSucceed()
      }
      try await folder.stet("session", "resume", "q1").mustSucceed()
      let listed = try await folder.stet("queue").mustSucceed()
      #expect(listed.lines.count == 1 && listed.output.hasPrefix("q2"), "\(listed)")
      let agent = try await folder.shell("$STET session cancel q2 2>&1 || true", with: ["STET_AGENT": "bot"])
      #expect(agent.output.contains("Only a person ends a session"), "\(agent)")
      try await folder.stet("session", "cancel", "q2").mustSucceed()
    }
  }

  @Test func `a log without its first line does not block its id, and a damaged log is named`() async throws {
    try await ScriptedModel.run(Self.writing) { folder, _ in
      try await folder.shell("cd .git/stet && mkdir -p -m 700 sessions/e1 sessions/e2 sessions/e3").mustSucceed()
      for id in ["e1", "e2"] { try folder.save(".git/stet/sessions/\(id)/log.jsonl", "") }
      let discarded = try await folder.stet("session", "cancel", "e1").mustSucceed()
      #expect(discarded.output.contains("had not begun") && folder.text(".git/stet/sessions/e1/log.jsonl") == nil)
      try await folder.stet("run", "Write", "--session", "e2").mustSucceed()
      try folder.save(".git/stet/sessions/e3/log.jsonl", "damage\n{\"n\":3,\"t\":1,\"k\":\"sent\"}\n")
      let listed = try await folder.stet("session").mustSucceed()
      #expect(listed.lines.count == 1 && listed.errors.contains("the log of session e3 is damaged"), "\(listed)")
    }
  }

  @Test func `the list can be limited to the newest sessions`() async throws {
    try await ScriptedModel.run(#"[{"text": "Done."}]"#) { folder, _ in
      for id in ["n1", "n2", "n3"] { try await folder.stet("run", "Write", "--session", id).mustSucceed() }
      let two = try await folder.stet("session", "list", "--limit", "2").mustSucceed()
      #expect(two.lines.map { String($0.prefix(2)) } == ["n3", "n2"], "\(two)")
      #expect(try await folder.stet("session", "list", "--limit", "0").status == 2)
    }
  }
}
