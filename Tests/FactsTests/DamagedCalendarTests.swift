import Payloads
import TestSupport
import Testing

@testable import Facts

/// Calendars that are damaged, or that would never end: a line says what is missing, and the rest is read.
@Suite struct DamagedCalendarTests {
  private static let good = "UID:1\nSUMMARY:good\nDTSTART:20261127T100000Z\nDTEND:20261127T110000Z"

  /// Reads a file beside a good one, and checks that the good one is read.
  private func read(_ bytes: [UInt8]) async throws -> (titles: [String], problems: [String]) {
    let lab = try FactsLab.calendar()
    try lab.folder.write("cal/good.ics", CalendarSample.text([Self.good]))
    try lab.folder.write("cal/other.ics", bytes)
    let start = ContinuousClock.now
    let reading = await lab.facts.read(.events(DaySpan(from: FactsLab.day)))
    #expect(ContinuousClock.now - start < .seconds(30))
    var titles = reading.events.map(\.title)
    let place = titles.firstIndex(of: "good")
    #expect(place != nil)
    if let place { titles.remove(at: place) }
    return (titles, reading.remarks)
  }

  private static let table: [(file: String, titles: [String], problem: String)] = [
    (CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:nonsense"]), [], "1 events have no valid start"),
    (
      CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z\nRRULE:FREQ=BOGUS"]), ["x"],
      "1 lines could not be read"
    ),
    (
      CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]),
      ["x"], "the rule of 'x' has no date"
    ),
    (
      CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z\nRRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30"]),
      ["x"], "the rule of 'x' repeats too finely"
    ),
    (
      CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART;TZID=Mars/Base:20261127T120000"]), ["x"],
      "the time zone 'Mars/Base' is unknown"
    ),
    (
      CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z", "UID:3\nSUMMARY:half"])
        .replacing("half\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", with: "ha"),
      ["x"], "it ends in the middle of a part"
    ),
    ("", [], "it is no iCalendar file"), ("<html></html>", [], "it is no iCalendar file"),
    (String(repeating: "BEGIN:VCALENDAR\r\n", count: 100_000), [], "its parts are nested too deeply"),
    (
      CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z\nDTEND:20261126T120000Z"]), ["x"], ""
    ),
    (
      CalendarSample.text([
        "UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z\nDURATION:P999999999W\nRRULE:FREQ=DAILY;COUNT=99999999999"
      ]), ["x"], ""
    ),
  ]

  @Test(arguments: table.indices)
  func `a damaged event leaves the others`(_ index: Int) async throws {
    let (file, titles, problem) = Self.table[index]
    let found = try await read(Array(file.utf8))
    #expect(Set(found.titles) == Set(titles), "\(found)")
    #expect(problem.isEmpty || found.problems.contains { $0.contains("other.ics: \(problem)") }, "\(found.problems)")
  }

  @Test func `an event that repeats each second is cut`() async throws {
    let file = CalendarSample.text(["UID:2\nSUMMARY:x\nDTSTART:19700101T120000Z\nRRULE:FREQ=SECONDLY"])
    let found = try await read(Array(file.utf8))
    #expect(found.titles.count == 5_000 && found.problems.contains { $0.contains("more than 5000 times") })
  }

  @Test func `many events and changes of one series are read in time`() async throws {
    let series = "UID:2\nSUMMARY:x\nDTSTART:20261101T120000Z\nRRULE:FREQ=DAILY"
    let changes = (0..<1_500).map { number in
      let second = (number / 60 < 10 ? "0" : "") + "\(number / 60)" + (number % 60 < 10 ? "0" : "") + "\(number % 60)"
      return "UID:2\nSUMMARY:y\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261102T11\(second)Z\nDTSTART:20261102T130000Z"
    }
    let found = try await read(Array(CalendarSample.text(Array(repeating: series, count: 1_500) + changes).utf8))
    #expect(found.titles == Array(repeating: "y", count: found.titles.count) && !found.titles.isEmpty)
  }

  @Test(arguments: [
    ("A\r\n b\r\nB\r\n\r\nC\r\n", 2, "A\r\n b\r\nB\r\n\r\n"), ("A\rB\n\tc\nC", 2, "A\rB\n\tc\n"),
    ("A\nB\n c\n", 2, nil), ("", 0, nil), ("é\nü", 1, "é\n"),
  ])
  func `the beginning of a file has whole lines`(text: String, lines: Int, beginning: String?) {
    #expect(CalendarText.beginning(of: text, lines: lines) == beginning)
  }

  @Test func `the rest of a file with too many lines is left out`() async throws {
    let lines = Array(repeating: "X-A:1", count: 200_000).joined(separator: "\n")
    let other = "UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z"
    let found = try await read(Array(CalendarSample.text([other, "UID:3\nSUMMARY:long\n\(lines)"]).utf8))
    #expect(found.titles == ["x"])
    #expect(found.problems == ["other.ics: it has more than 200000 lines or 8 MB to read; the rest was left out"])
  }

  @Test func `the rest of a file with too long lines is left out`() {
    let text = "A\r\n" + String(repeating: "b", count: 50) + "\r\nC\r\n"
    #expect(CalendarText.beginning(of: text, lines: 9, bytes: 20) == String(text.dropLast(2)))
    #expect(CalendarText.beginning(of: text, lines: 9, bytes: 80) == nil)
  }

  @Test func `a calendar of many years is read whole for its one day`() async throws {
    // More lines than are parsed of a file.
    let more = Array(repeating: "X:1", count: 250).joined(separator: "\n")
    let years = (0..<1_000).map { number in
      let day = CalendarDay(number: Int64(number * 12)).text.filter { $0 != "-" }
      return "UID:y\(number)\nSUMMARY:old\nDTSTART:\(day)T100000Z\nDTEND:\(day)T110000Z\n\(more)"
    }
    let now = "UID:2\nSUMMARY:x\nDTSTART:20261127T120000Z"
    let found = try await read(Array(CalendarSample.text(years + [now]).utf8))
    #expect(found.titles == ["x"] && found.problems.isEmpty, "\(found.problems)")
  }

  @Test func `other encodings and zero bytes are read, and named`() async throws {
    let text = CalendarSample.text(["UID:2\nSUMMARY:café\nDTSTART:20261127T120000Z"])
    let latin = try await read(text.unicodeScalars.map { UInt8($0.value) })
    #expect(latin.titles == ["café"] && latin.problems.contains { $0.contains("was read as Windows-1252") })
    let wide = try await read([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(wide.titles == ["café"] && wide.problems.contains { $0.contains("was read as UTF-16") })
    let zero = try await read(Array(text.replacing("café", with: "ca\u{0}fé").utf8))
    #expect(zero.titles == ["ca fé"] && zero.problems.isEmpty)
    let marked = try await read([0xEF, 0xBB, 0xBF] + text.utf8)
    #expect(marked.titles == ["café"] && marked.problems.isEmpty)
  }

  @Test(arguments: Seeds.blocks(plain: 200, long: 20_000))
  func `random bytes in a calendar end no program`(_ seeds: Range<UInt64>) async throws {
    let lab = try FactsLab.calendar()
    try lab.folder.write("cal/good.ics", CalendarSample.text([Self.good]))
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let events = (0..<4).map { "UID:\($0)\nSUMMARY:e\n" + RandomEvent.properties(&random) }
      var bytes = Array(CalendarSample.text(events).utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
        default: bytes.insert(contentsOf: bytes.prefix(Int.random(in: 1...60, using: &random)), at: place)
        }
      }
      try lab.folder.write("cal/other.ics", bytes)
      let reading = await lab.facts.read(.events(DaySpan(from: FactsLab.day)))
      #expect(reading.events.contains { $0.title == "good" }, "STET_SEED=\(seed)")
    }
  }

  @Test func `a pipe, a huge file and a broken link are lines`() async throws {
    let lab = try FactsLab.calendar()
    try lab.folder.write("cal/good.ics", CalendarSample.text([Self.good]))
    try Program.shell(
      "cd \(lab.folder.path)/cal && mkfifo a.ics && truncate -s 40M b.ics && ln -s nowhere c.ics && ln -s /dev/zero d.ics"
    ).mustSucceed()
    let reading = await lab.facts.read(.events(DaySpan(from: FactsLab.day)))
    #expect(reading.events.map(\.title) == ["good"])
    let reasons = [
      "a.ics: it is no regular file", "b.ics: it is larger than 32 MB", "c.ics: no such file", "d.ics: it is no",
    ]
    for reason in reasons {
      #expect(reading.remarks.contains { $0.contains(reason) }, "\(reason) in \(reading.remarks)")
    }
  }
}
