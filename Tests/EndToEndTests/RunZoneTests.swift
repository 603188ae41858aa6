import TestSupport
import Testing

/// The time zone of an ability's run: that of the sources' settings, else that of the command.
@Suite struct RunZoneTests {
  /// Returns the date in a zone, as `date` formats it.
  private func date(_ form: String, in zone: String, _ folder: TestWorkspace) async throws -> String {
    let outcome = try await folder.machine.run(["date", "+" + form], with: ["TZ": zone, "LC_ALL": "C"])
    return try outcome.mustSucceed().lines[0]
  }

  private func run(_ words: [String], in zone: String, _ folder: TestWorkspace) async throws -> Outcome {
    let line = [Machine.binary, "-C", folder.root, "ability", "run"] + words
    return try await folder.machine.run(line, in: "/", with: ["TZ": zone])
  }

  // Their days always differ: they are 25 hours apart.
  private static let (east, west) = ("Pacific/Kiritimati", "Pacific/Pago_Pago")

  @Test func `the command's zone, not that of the daemon, is the zone of the day`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.stet("ability", "add", "Own", "--prompt", "It is {{today}}.").mustSucceed()
      for zone in [Self.east, Self.west] {
        let before = try await date("%A, %-d %B %Y", in: zone, folder)
        let own = try await run(["own"], in: zone, folder).mustSucceed()
        let after = try await date("%A, %-d %B %Y", in: zone, folder)
        #expect([before, after].contains { own.output.hasPrefix("It is \($0).") }, "\(zone): \(own)")
      }
    }
  }

  @Test func `the zone of the settings governs the day, the entries and what has passed`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.machine.shell(
        "mkdir -p home/.config/stet home/tasks; printf 'date,habit,amount\\n' > home/h.csv"
      )
      .mustSucceed()
      let settings = folder.machine.place + "/home/.config/stet/sources.toml"
      let sources = """
        [[sources]]
        name = "habits"
        kind = "habits"
        path = "~/h.csv"
        access = "allow"

        [[sources]]
        name = "tasks"
        kind = "reminders"
        path = "~/tasks"
        access = "allow"

        """
      try "time_zone = \"\(Self.east)\"\n\(sources)".write(to: settings)
      for template in ["log-habits", "remind-me"] {
        try await folder.stet("ability", "install", template).mustSucceed()
      }
      let before = try await date("%F", in: Self.east, folder)
      let entry = try await run(["log-habits", "--set", "habit=Run", "--yes", "--no-model"], in: Self.west, folder)
        .mustSucceed()
      let after = try await date("%F", in: Self.east, folder)
      let file = try await folder.shell("cat ~/h.csv").lines
      #expect(file.count == 2 && [before, after].contains { file[1].hasPrefix("\($0),Run") }, "\(file) \(entry)")
      // The day of the west has passed in the east.
      let day = try await date("%F", in: Self.west, folder)
      let reminder = try await run(
        ["remind-me", "--set", "reminder=Call", "--set", "due=\(day)", "--yes", "--no-model"], in: Self.west, folder
      ).mustSucceed()
      #expect(reminder.errors.contains("has passed already"), "\(reminder)")
      try "time_zone = \"Mars/Base\"\n\(sources)".write(to: settings)
      for words in [["source", "list"], ["source", "check"], ["ability", "run", "log-habits", "--no-model"]] {
        let told = try await folder.stet(words)
        #expect(told.errors.contains("'Mars/Base'") && told.errors.contains("UTC"), "\(told)")
      }
    }
  }
}
