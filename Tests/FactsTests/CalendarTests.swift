import Facts
import Payloads
import TestSupport
import Testing

/// The dates of calendars, compared with `khal list`.
@Suite struct CalendarTests {
  private static let berlin = """
    BEGIN:VTIMEZONE
    TZID:Europe/Berlin
    BEGIN:DAYLIGHT
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    DTSTART:19700329T020000
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
    END:DAYLIGHT
    BEGIN:STANDARD
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    DTSTART:19701025T030000
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    END:STANDARD
    END:VTIMEZONE

    """

  private static let table: [(name: String, properties: [String])] = [
    ("weekly", ["DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR"]),
    (
      "left out",
      [
        "DTSTART;TZID=Europe/Berlin:20261101T113000\nDURATION:PT30M\nRRULE:FREQ=DAILY\n"
          + "EXDATE;TZID=Europe/Berlin:20261127T113000,20261129T113000"
      ]
    ),
    (
      "another zone",
      ["DTSTART;TZID=America/New_York:20251001T170000\nDURATION:PT1H30M\nRRULE:FREQ=DAILY;INTERVAL=2"]
    ),
    ("until", ["DTSTART;TZID=Europe/Berlin:20261101T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20261128T210000Z"]),
    ("count", ["DTSTART:20261120T100000Z\nDTEND:20261120T110000Z\nRRULE:FREQ=DAILY;COUNT=9"]),
    (
      "added",
      [
        "DTSTART;TZID=Europe/Berlin:20261125T140000\nDURATION:PT1H\n"
          + "RDATE;TZID=Europe/Berlin:20261127T140000,20261128T160000"
      ]
    ),
    ("days", ["DTSTART;VALUE=DATE:20261126\nDTEND;VALUE=DATE:20261129"]),
    ("birthday", ["DTSTART;VALUE=DATE:19801127\nRRULE:FREQ=YEARLY"]),
    ("last Friday", ["DTSTART;VALUE=DATE:20260130\nRRULE:FREQ=MONTHLY;BYDAY=-1FR\nEXDATE;VALUE=DATE:20261030"]),
    ("no zone", ["DTSTART:20261127T120000\nDTEND:20261127T123000"]),
    ("month days", ["DTSTART:20260127T070000\nDURATION:PT15M\nRRULE:FREQ=MONTHLY;BYMONTHDAY=27,28,-1"]),
    ("weekend", ["DTSTART;TZID=Asia/Kolkata:20260301T013000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=SA,SU;WKST=SU"]),
    ("over midnight", ["DTSTART;TZID=Europe/Berlin:20261127T230000\nDTEND;TZID=Europe/Berlin:20261128T013000"]),
    ("changed clocks", ["DTSTART;TZID=Europe/Berlin:20260327T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY"]),
    (
      "last work day",
      ["DTSTART;TZID=Europe/Berlin:20260130T160000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"]
    ),
    ("start on another day", ["DTSTART;VALUE=DATE:20251202\nRRULE:FREQ=WEEKLY;INTERVAL=4;BYDAY=SU"]),
    (
      "moved",
      [
        "DTSTART;TZID=Europe/Berlin:20261102T180000\nDURATION:PT1H\nRRULE:FREQ=DAILY",
        "RECURRENCE-ID;TZID=Europe/Berlin:20261128T180000\nDTSTART;TZID=Europe/Berlin:20261128T203000\nDURATION:PT2H",
      ]
    ),
    (
      "later ones moved",
      [
        "DTSTART;TZID=Europe/Berlin:20261102T050000\nDURATION:PT30M\nRRULE:FREQ=DAILY",
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261127T050000\n"
          + "DTSTART;TZID=Europe/Berlin:20261127T060000\nDURATION:PT45M",
      ]
    ),
  ]

  @Test func `dates are those of khal, also where the clocks change`() async throws {
    let lab = try FactsLab.calendar()
    for (index, entry) in Self.table.enumerated() {
      let events = entry.properties.map { "UID:\(index)\nSUMMARY:\(entry.name)\n\($0)" }
      try lab.folder.write("cal/\(index).ics", CalendarSample.text(events, zones: Self.berlin))
    }
    let khal = try Khal(lab.folder.file("cal"))
    for (first, days) in [
      ("2026-11-26", 4), ("2026-03-27", 5), ("2026-10-23", 5), ("2027-03-24", 8), ("2030-11-20", 14),
    ] {
      let day = try #require(CalendarDay(first))
      let reading = await lab.facts.read(.events(DaySpan(from: day, count: days)))
      let (own, theirs) = (Khal.lines(reading.events), try khal.events(from: first, days: days))
      #expect(own == theirs, "\(first): \(own.symmetricDifference(theirs).sorted())")
      #expect(reading.remarks.isEmpty && !own.isEmpty)
    }
  }

  @Test(arguments: Seeds.blocks(plain: 2, long: 60))
  func `dates of random rules are those of khal`(_ seeds: Range<UInt64>) async throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let lab = try FactsLab.calendar()
      for index in 0..<80 {
        let event = "UID:\(index)\nSUMMARY:e\(index)\n" + RandomEvent.properties(&random)
        try lab.folder.write("cal/\(index).ics", CalendarSample.text([event]))
      }
      let khal = try Khal(lab.folder.file("cal"))
      for first in ["2026-03-24", "2026-11-20"] {
        let day = try #require(CalendarDay(first))
        let own = Khal.lines(await lab.facts.read(.events(DaySpan(from: day, count: 10))).events)
        let theirs = try khal.events(from: first, days: 10)
        let difference = own.symmetricDifference(theirs).sorted()
        #expect(
          own == theirs,
          "STET_SEED=\(seed) \(first): \(difference); \(difference.first.map { file(of: $0, in: lab) } ?? "")")
      }
    }
  }

  private func file(of line: String, in lab: FactsLab) -> String {
    let number = line.split(separator: "|").last.map { $0.dropFirst() } ?? ""
    return lab.folder.text("cal/\(number).ics") ?? ""
  }

  @Test func `the last of several changes of all later dates holds, in any order of the file`() async throws {
    let lab = try FactsLab.calendar()
    let changes = [(20, "07", "c"), (27, "08", "d"), (10, "06", "b")].map { day, hour, title in
      "UID:1\nSUMMARY:\(title)\nRECURRENCE-ID;RANGE=THISANDFUTURE:202611\(day)T050000Z\n"
        + "DTSTART:202611\(day)T\(hour)0000Z\nDURATION:PT30M"
    }
    let series = "UID:1\nSUMMARY:a\nDTSTART:20261101T050000Z\nDURATION:PT30M\nRRULE:FREQ=DAILY"
    try lab.folder.write("cal/a.ics", CalendarSample.text(changes + [series]))
    for (day, found) in [
      ("05", "a 06:00"), ("10", "b 07:00"), ("11", "b 07:00"), ("20", "c 08:00"), ("26", "c 08:00"), ("27", "d 09:00"),
      ("30", "d 09:00"),
    ] {
      let span = DaySpan(from: try #require(CalendarDay("2026-11-\(day)")))
      let events = await lab.facts.read(.events(span)).events
      #expect(events.map { "\($0.title) \($0.start.clock)" } == [found], "\(day)")
    }
  }

  @Test func `a whole day that is left out takes the times of that day from a series`() async throws {
    let lab = try FactsLab.calendar()
    let series = "UID:1\nSUMMARY:x\nDTSTART;TZID=Europe/Berlin:20261120T003000\nDURATION:PT30M\nRRULE:FREQ=DAILY"
    let event = "\(series)\nEXDATE;VALUE=DATE:20261127,20261129"
    try lab.folder.write("cal/a.ics", CalendarSample.text([event], zones: Self.berlin))
    let days = DaySpan(from: FactsLab.day.adding(-1), count: 5)
    let events = await lab.facts.read(.events(days)).events
    #expect(events.map(\.start.day.text) == ["2026-11-26", "2026-11-28", "2026-11-30"])
  }

  @Test func `the zone of the settings is that of the days, and an unknown one is reported`() async throws {
    let lab = try FactsLab.calendar()
    let settings = lab.folder.text("sources.toml") ?? ""
    try lab.folder.write("cal/a.ics", CalendarSample.text(["UID:1\nSUMMARY:x\nDTSTART:20261127T230000"]))
    try lab.folder.write("sources.toml", "time_zone = \"America/New_York\"\n" + settings)
    let there = await lab.facts.read(.events(DaySpan(from: FactsLab.day)))
    #expect(there.events.map(\.start.text) == ["2026-11-27T23:00:00-05:00"] && there.remarks.isEmpty)
    try lab.folder.write("sources.toml", "time_zone = \"Mars/Base\"\n" + settings)
    let unknown = await lab.facts.read(.events(DaySpan(from: FactsLab.day)))
    #expect(unknown.events.map(\.start.text) == ["2026-11-27T23:00:00Z"])
    #expect(unknown.remarks.contains { $0.contains("'Mars/Base' is unknown") })
    #expect(try await lab.facts.settingsTime()?.problem?.contains("'Mars/Base'") == true)
    try lab.folder.write("sources.toml", "time_zone = \"America/New_York\"\n" + settings)
    let time = try #require(try await lab.facts.settingsTime())
    #expect(time.now.offset == -300 && time.problem == nil)
    try lab.folder.write("sources.toml", settings)
    #expect(try await lab.facts.settingsTime() == nil)
  }

  @Test func `an event keeps its place, people and marks, and a cancelled one is left out`() async throws {
    let lab = try FactsLab.calendar()
    let event = """
      UID:1
      SUMMARY:Plan\\, then act
      LOCATION:Room 2
      DESCRIPTION:one\\ntwo
      DTSTART:20261127T100000Z
      DTEND:20261127T110000Z
      STATUS:TENTATIVE
      TRANSP:TRANSPARENT
      ATTENDEE;CN=Bob B:mailto:bob@example.org
      ATTENDEE:mailto:cy@example.org
      """
    let cancelled = "UID:2\nSUMMARY:gone\nDTSTART:20261127T100000Z\nSTATUS:CANCELLED"
    try lab.folder.write("cal/a.ics", CalendarSample.text([event, cancelled]))
    let events = await lab.facts.read(.events(DaySpan(from: FactsLab.day))).events
    var expected = CalendarEvent(
      title: "Plan, then act", start: LocalTime(seconds: 1_795_773_600, offset: 60),
      end: LocalTime(seconds: 1_795_777_200, offset: 60))
    expected.location = "Room 2"
    expected.notes = "one\ntwo"
    expected.attendees = ["Bob B", "cy@example.org"]
    (expected.isTentative, expected.isFree, expected.calendar) = (true, true, "calendar")
    #expect(events == [expected])
  }
}

/// Random events whose start is one of their own dates, as RFC 5545 requires.
enum RandomEvent {
  private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  static func properties(_ random: inout SeededGenerator) -> String {
    let zone =
      ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "", "date"].randomElement(using: &random) ?? ""
    let start = CalendarDay(number: Int64.random(in: 20_089..<20_780, using: &random))
    let clock = ["050000", "093000", "120000", "173000", "210000"].randomElement(using: &random) ?? ""
    func value(_ name: String, _ day: CalendarDay) -> String {
      let date = day.text.filter { $0 != "-" }
      switch zone {
      case "date": return "\(name);VALUE=DATE:\(date)"
      case "UTC": return "\(name):\(date)T\(clock)Z"
      case "": return "\(name):\(date)T\(clock)"
      default: return "\(name);TZID=\(zone):\(date)T\(clock)"
      }
    }
    var lines = [value("DTSTART", start)]
    if zone != "date" { lines.append("DURATION:PT\([15, 60, 90].randomElement(using: &random) ?? 15)M") }
    let interval = Int.random(in: 1...4, using: &random)
    let weekday = days[Int((start.number + 3) % 7)]
    var rule = ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"].randomElement(using: &random) ?? ""
    switch (rule, Int.random(in: 0..<3, using: &random)) {
    case ("FREQ=WEEKLY", 0), ("FREQ=WEEKLY", 1):
      let other = days.randomElement(using: &random) ?? weekday
      rule += ";BYDAY=" + (other == weekday ? weekday : "\(weekday),\(other)")
    case ("FREQ=MONTHLY", 0): rule += ";BYMONTHDAY=\(start.text.suffix(2)),-1"
    case ("FREQ=MONTHLY", 1): rule += ";BYDAY=\(weekday);BYSETPOS=\(((Int(start.text.suffix(2)) ?? 1) - 1) / 7 + 1)"
    case ("FREQ=DAILY", 0): rule += ";BYDAY=\(weekday),MO,TH"
    default: break
    }
    rule += ";INTERVAL=\(interval)"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: rule += ";COUNT=\(Int.random(in: 2...300, using: &random))"
    case 1:
      let end = CalendarDay(number: Int64.random(in: 20_800..<20_900, using: &random)).text.filter { $0 != "-" }
      rule += ";UNTIL=\(end)" + (zone == "date" ? "" : zone.isEmpty ? "T\(clock)" : "T120000Z")
    default: break
    }
    lines.append("RRULE:\(rule)")
    if rule.hasPrefix("FREQ=DAILY") || rule.hasPrefix("FREQ=WEEKLY"), Bool.random(using: &random) {
      let step = Int.random(in: 0...100, using: &random) * interval * (rule.hasPrefix("FREQ=DAILY") ? 1 : 7)
      lines.append(value("EXDATE", start.adding(step)))
    }
    if Bool.random(using: &random) {
      lines.append(value("RDATE", CalendarDay(number: Int64.random(in: 20_780..<20_790, using: &random))))
    }
    return lines.joined(separator: "\n")
  }
}
