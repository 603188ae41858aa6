import Testing

/// `stet ability` with the program.
@Suite struct AbilityTests {
  @Test func `abilities are listed, changed, shared and taken back`() async throws {
    try await TestWorkspace.run { folder in
      let list = try await folder.stet("ability", "list")
      #expect(list.lines.count == 12 && list.output.contains("morning-briefing"), "\(list)")
      try await folder.stet("ability", "add", "Standup", "--slot", "morning", "--prompt", "Say {{topic}} to {{name}}.")
        .mustSucceed()
      let run = try await folder.stet("ability", "run", "standup", "--set", "topic=hello")
      #expect(run.lines.first?.hasPrefix("Say hello to ") == true && run.status == 0, "\(run)")
      #expect(run.errors.contains("No model is set up"), "\(run)")
      let today = try await folder.stet("ability", "run", "today")
      #expect(today.status == 0 && today.output.contains("{{next_event}}") && today.output.contains("\n\nCalendar: "))
      #expect(today.errors.contains("{{next_event}} has no value: ") && today.errors.contains("facts are the answer"))
      let before = try await folder.stet("ability", "export", "standup")
      try await folder.stet("ability", "export", "standup", "\(folder.machine.place)/s.lucidability").mustSucceed()
      let again = try await folder.stet("ability", "export", "standup", "\(folder.machine.place)/s.lucidability")
      #expect(again.status == 1 && again.errors.contains("File exists"), "\(again)")
      try await folder.stet("ability", "remove", "standup").mustSucceed()
      #expect(try await folder.stet("ability", "show", "standup").status == 1)
      try await folder.stet("ability", "import", "\(folder.machine.place)/s.lucidability").mustSucceed()
      #expect(try await folder.stet("ability", "export", "standup").output == before.output)
      try await folder.stet("undo").mustSucceed()
      #expect(try await folder.stet("ability", "show", "standup").status == 1)
      let gallery = try await folder.stet("ability", "gallery")
      #expect(gallery.lines.count == 24 && gallery.lines.filter { $0.contains("installed") }.count == 12, "\(gallery)")
      try await folder.stet("ability", "install", "inbox").mustSucceed()
      let moved = try await folder.stet("ability", "move", "inbox", "--before", "today").mustSucceed()
      #expect(moved.output.contains("\nOrder: morning-briefing, inbox, today, free-slots, "), "\(moved)")
      #expect(moved.output.contains("of the present part of the day ("), "\(moved)")
      let order = try await folder.stet("ability", "move", "inbox", "--before", "today", "--json").mustSucceed()
      #expect(order.output.contains(#""places":["morning-briefing","inbox","today","#), "\(order)")
      try await folder.stet("ability", "edit", "today", "--label", "Now", "--slot", "").mustSucceed()
      try await folder.stet("ability", "remove", "sleep").mustSucceed()
      try await folder.stet("ability", "reset").mustSucceed()
      let lint = try await folder.stet("ability", "lint")
      #expect(lint.status == 0 && lint.output.contains("without findings"), "\(lint)")
      try await folder.barrier()
      let commits = try await folder.git("log", "--format=%(trailers:key=Stet-Tool,valueonly)", "--", "Abilities")
      #expect(commits.lines.filter { $0.hasPrefix("stet ability ") }.count == 8, "\(commits)")
      #expect(try await folder.git("ls-files", "Abilities/*/SKILL.md").lines == ["Abilities/inbox/SKILL.md"])
    }
  }

  @Test func `a file that was written by hand is an ability, and its problems are shown`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir -p Abilities/by-hand")
      try folder.save("Abilities/by-hand/SKILL.md", "Show me some things.\n")
      try await folder.barrier()
      let lint = try await folder.stet("ability", "lint", "by-hand")
      #expect(lint.status == 1 && lint.output.contains("front matter") && lint.output.contains("'some'"), "\(lint)")
      let edit = try await folder.stet("ability", "edit", "by-hand", "--label", "Mine")
      #expect(edit.status == 1 && edit.errors.contains("by-hand/SKILL.md"), "\(edit)")
      #expect(try await folder.stet("ability", "add", "A label of many letters", "--prompt", "x").status == 2)
      #expect(try await folder.stet("ability", "edit", "by-hand").status == 2)
      let labelled = try await folder.stet("ability", "show", "WEEK REVIEW").mustSucceed()
      #expect(labelled.output.contains("week-review"), "\(labelled)")
      try await folder.stet("ability", "edit", "Sleep", "--label", "Weather").mustSucceed()
      for command in ["show", "run"] {
        let both = try await folder.stet("ability", command, "weather")
        #expect(both.status == 0, "a name comes before a label: \(both)")
      }
      let several = try await folder.stet("ability", "show", "Weather")
      #expect(several.status == 2 && several.errors.contains("several abilities: sleep, weather."), "\(several)")
      let json = try await folder.stet("ability", "show", "by-hand", "--json")
      #expect(json.output.contains(#""prompt":"Show me some things.""#), "\(json)")
      let unknown = try await folder.stet("ability", "show", "by-hnad")
      #expect(unknown.status == 1 && unknown.errors.contains("Did you mean 'by-hand'?"), "\(unknown)")
      let template = try await folder.stet("ability", "install", "log-habbits")
      #expect(template.status == 1 && template.errors.contains("Did you mean 'log-habits'?"), "\(template)")
    }
  }

  @Test func `a removed ability leaves no empty folder, and a mistyped command names the nearest one`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.stet("ability", "add", "Über uns", "--prompt", "Read my notes.").mustSucceed()
      #expect(folder.text("Abilities/uber-uns/SKILL.md") != nil)
      try await folder.stet("ability", "remove", "uber-uns").mustSucceed()
      #expect(!Machine.isFolder(folder.root + "/Abilities/uber-uns"))
      try await folder.stet("ability", "remove", "today").mustSucceed()
      try await folder.stet("ability", "edit", "plan-day", "--label", "Today").mustSucceed()
      let edited = folder.text("Abilities/plan-day/SKILL.md")
      try await folder.stet("ability", "reset", "today").mustSucceed()
      #expect(edited != nil && folder.text("Abilities/plan-day/SKILL.md") == edited)
      try await folder.stet("ability", "edit", "today", "--label", "Now").mustSucceed()
      try await folder.stet("ability", "reset").mustSucceed()
      #expect(!Machine.isFolder(folder.root + "/Abilities/today"))
      let near = try await folder.stet("ability", "runn", "today")
      #expect(near.status == 2 && near.errors.contains("Did you mean 'stet ability run'?"), "\(near)")
      let other = try await folder.stet("ability", "foo", "--json")
      #expect(other.status == 2 && other.output.contains("There is no command 'ability foo'."), "\(other)")
    }
  }

  @Test func `a prompt is read from standard input, and a person at a terminal is told so`() async throws {
    try await TestWorkspace.run { folder in
      for (label, more) in [("One", []), ("Two", ["--prompt", "-"])] as [(String, [String])] {
        try await folder.stet(["ability", "add", label] + more, input: "Read my notes.\n").mustSucceed()
        #expect(folder.text("Abilities/\(label.lowercased())/SKILL.md")?.hasSuffix("\nRead my notes.\n") == true)
      }
      let command = "'\(Machine.binary)' -C '\(folder.root)' ability add Three"
      let shown = try await folder.machine.run(
        ["script", "-qec", command, "/dev/null"], in: "/", input: "Read my mail.\n")
      #expect(shown.status == 0 && shown.output.contains("Write the prompt; Ctrl-D"), "\(shown)")
      #expect(folder.text("Abilities/three/SKILL.md")?.contains("Read my mail.") == true)
    }
  }

  @Test func `a plan that Stet does not have is kept, and named with the nearest one`() async throws {
    try await TestWorkspace.run { folder in
      let added = try await folder.stet("ability", "add", "Mine", "--plan", "planDya", "--prompt", "x").mustSucceed()
      #expect(
        added.output.contains("no plan 'planDya'") && added.output.contains("Did you mean 'planDay'?"), "\(added)")
      #expect(folder.text("Abilities/mine/SKILL.md")?.contains("planKey: planDya") == true)
      #expect(try await folder.stet("ability", "lint", "mine").output.contains("Did you mean 'planDay'?"))
      let run = try await folder.stet("ability", "run", "mine", "--no-model").mustSucceed()
      #expect(run.errors.contains("Did you mean 'planDay'?"), "\(run)")
      let edited = try await folder.stet("ability", "edit", "mine", "--plan", "planDay").mustSucceed()
      #expect(!edited.output.contains("no plan"), "\(edited)")
    }
  }
}
