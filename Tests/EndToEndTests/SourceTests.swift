import TestSupport
import Testing

/// `stet source` with the program: permission, damage, and only a person decides.
@Suite struct SourceTests {
  /// Runs a body on a machine with a calendar, a mailbox that does not exist, and a server that does not listen.
  private func run(_ body: (Machine) async throws -> Void) async throws {
    try await TestWorkspace.onMachine { machine in
      try await machine.shell("mkdir -p home/.config/stet home/cal").mustSucceed()
      try """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VEVENT
      UID:1
      SUMMARY:Daily
      DTSTART:20200101T090000Z
      DTEND:20200101T091500Z
      RRULE:FREQ=DAILY
      END:VEVENT
      END:VCALENDAR

      """.write(to: machine.place + "/home/cal/a.ics")
      try """
      [[sources]]
      name = "work"
      kind = "calendar"
      path = "~/cal"

      [[sources]]
      name = "inbox"
      kind = "mail"
      path = "~/Mail"

      [[sources]]
      name = "away"
      kind = "weather"
      url = "http://127.0.0.1:9/v1/forecast"
      place = "Berlin"
      latitude = 52.52
      longitude = 13.41

      """.write(to: machine.place + "/home/.config/stet/sources.toml")
      try await body(machine)
    }
  }

  @Test func `list opens no source, and check opens those that are allowed`() async throws {
    try await run { machine in
      let list = try await machine.run([Machine.binary, "source"]).mustSucceed()
      #expect(list.lines.count == 3 && list.lines[0].hasPrefix("work   calendar  ask"), "\(list)")
      let before = try await machine.run([Machine.binary, "source", "check"])
      #expect(before.lines[0] == "work: not allowed yet: 'stet source allow work'", "\(before)")
      #expect(before.status == 1 && before.errors.contains("none of them is allowed"), "\(before)")
      let allowed = try await machine.run([Machine.binary, "source", "allow", "work"]).mustSucceed()
      #expect(allowed.output == "The source 'work' is allowed.\n")
      let after = try await machine.run([Machine.binary, "source", "check", "work"]).mustSucceed()
      #expect(after.output == "work: ok: 7 events in the next 7 days\n", "\(after)")
      try await machine.run([Machine.binary, "source", "allow", "away"]).mustSucceed()
      try await machine.run([Machine.binary, "source", "allow", "inbox"]).mustSucceed()
      let all = try await machine.run([Machine.binary, "source", "check", "--json"])
      #expect(all.status == 1 && all.output.contains("there is no such folder"), "\(all)")
      #expect(all.output.contains("the server cannot be reached") && !all.output.contains("52.52"))
      try await machine.run([Machine.binary, "source", "deny", "work"]).mustSucceed()
      let denied = try await machine.run([Machine.binary, "source", "check", "work"])
      #expect(denied.status == 1 && denied.output == "work: denied\n", "\(denied)")
    }
  }

  @Test func `list opens neither the calendar nor libical`() async throws {
    try await run { machine in
      try await machine.run([Machine.binary, "source", "allow", "work"]).mustSucceed()
      let trace = machine.place + "/trace"
      let words = ["strace", "-f", "-e", "trace=open,openat", "-o", trace, Machine.binary, "source"]
      try await machine.run(words + ["list"]).mustSucceed()
      let opened = try await machine.run(["cat", trace]).mustSucceed().output
      #expect(opened.contains("sources.toml") && !opened.contains("/cal/") && !opened.contains("libical"))
      try await machine.run(words + ["check", "work"]).mustSucceed()
      let checked = try await machine.run(["cat", trace]).mustSucceed().output
      #expect(checked.contains("/cal/a.ics") && checked.contains("libical"))
    }
  }

  @Test func `an agent allows no source`() async throws {
    try await run { machine in
      let refused = try await machine.run([Machine.binary, "source", "allow", "work"], with: ["STET_AGENT": "bot"])
      #expect(refused.status == 1 && refused.errors.contains("Only a person decides about sources"), "\(refused)")
      #expect(try await machine.run([Machine.binary, "source", "list"]).mustSucceed().lines[0].contains("ask"))
    }
  }

  @Test func `a mistake and an unknown name are reported`() async throws {
    try await run { machine in
      let unknown = try await machine.run([Machine.binary, "source", "allow", "nobody"])
      #expect(unknown.status == 1 && unknown.errors.contains("has: work, inbox, away"), "\(unknown)")
      for verb in ["check", "allow", "deny"] {
        let near = try await machine.run([Machine.binary, "source", verb, "wrok"])
        #expect(near.status == 1 && near.errors.contains("Did you mean 'work'?"), "\(near)")
      }
      try await machine.shell("echo 'x = 1' >> home/.config/stet/sources.toml")
      let mistake = try await machine.run([Machine.binary, "source", "list"])
      #expect(mistake.status == 1 && mistake.errors.contains("sources[3].x is not"), "\(mistake)")
      try await machine.shell("rm home/.config/stet/sources.toml")
      let none = try await machine.run([Machine.binary, "source", "check"])
      #expect(none.status == 1 && none.output.contains("/.config/stet/sources.toml"), "\(none)")
    }
  }
}
