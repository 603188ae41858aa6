import Payloads
import TestSupport
import Testing

@testable import Facts

/// Files of health and habits.
@Suite struct RecordTests {
  private static let day = FactsLab.day

  @Test(arguments: [
    ("date,steps,sleep_hours,HRV (ms)\n2026-11-25,6000,6.5,45\n2026-11-26,8000,7.5,50\n2026-11-27,4000,,55\n"),
    ("Date;Steps;Sleep (h);hrv\r\n2026-11-25;6000;6,5;45\r\n2026-11-26;8000;7,5;50\r\n2026-11-27;4000;;55\r\n"),
    ("date,metric,value,unit\n2026-11-25,steps,6000,\n2026-11-26,steps,8000,\n2026-11-27,steps,3000,\n"
      + "2026-11-27T08:00,steps,1000,\n2026-11-25,sleep,6.5,h\n2026-11-26,sleep,7.5,h\n2026-11-25,hrv,45,ms\n"
      + "2026-11-26,hrv,50,ms\n2026-11-27,hrv,55,ms\n"),
    (#"[{"date":"2026-11-25","steps":6000,"sleep":6.5,"hrv":45},{"date":"2026-11-26","steps":8000,"sleep":7.5,"#
      + #""hrv":50},{"date":"2026-11-27","steps":4000,"hrv":55}]"#),
    (#"{"2026-11-25":{"steps":6000,"sleep":6.5,"hrv":45},"2026-11-26":{"steps":8000,"sleep":7.5,"hrv":50},"#
      + #""2026-11-27":{"steps":4000,"hrv":"55"}}"#),
  ])
  func `values of a day have the average of the days before, in each form of file`(_ text: String) async throws {
    let lab = try FactsLab(FactsLab.source("health", "h"))
    try lab.folder.write("h", text)
    guard case .health(let grid)? = await lab.facts.read(.health(Self.day)).outcome.value else {
      Issue.record("no values")
      return
    }
    let expected = [
      HealthMetric(name: "steps", label: "Steps", value: 4_000, unit: "", average: 7_000, averageDays: 2),
      HealthMetric(name: "sleep", label: "Sleep", value: nil, unit: "h", average: 7, averageDays: 2),
      HealthMetric(name: "hrv", label: "HRV", value: 55, unit: "ms", average: 47.5, averageDays: 2),
    ]
    #expect(grid.metrics == expected)
  }

  @Test(arguments: [
    ("", "it is empty"), ("steps\n1\n", "it has no column 'date'"), ("date,\"a\n", "a quote is not closed"),
    ("[1]", "its list has an element that is no object"), ("{\"a\":1}", "it is neither"), ("{", "it is not JSON"),
  ])
  func `a file of another form is a line`(_ text: String, _ reason: String) async throws {
    let lab = try FactsLab(FactsLab.source("health", "h"))
    try lab.folder.write("h", text)
    let line = await lab.facts.read(.health(Self.day)).outcome.line
    #expect(line?.contains(reason) == true, "\(line ?? "")")
  }

  @Test func `a table has at most 500 columns, and rows as long as they need`() throws {
    let names = (0..<501).map { "k\($0)" }
    func json(_ count: Int) -> String { "[\(names.prefix(count).map { "{\"\($0)\":1}" }.joined(separator: ","))]" }
    let wide = RecordTable.Fault(reason: "it has more than 500 columns")
    #expect(throws: wide) { try RecordTable(json(501)) }
    #expect(throws: wide) { try RecordTable(names.joined(separator: ",")) }
    let table = try RecordTable(json(500))
    #expect(table.columns.count == 500 && table.rows.map(\.count) == Array(1...500))
    #expect(try RecordTable(#"[{"a":1,"b":2},{},{"a":3}]"#).rows == [["1", "2"], [], ["3"]])
    let many = "{\"k499\":1}"
    let long = "\(json(500).dropLast()),\(Array(repeating: many, count: 10_000).joined(separator: ","))]"
    #expect(throws: RecordTable.Fault(reason: "it has more than 5000000 cells")) { try RecordTable(long) }
  }

  private func habits(_ lab: FactsLab) async -> [Habit] {
    let days = DaySpan(from: Self.day.adding(-6), count: 7)
    guard case .habits(let grid)? = await lab.facts.read(.habits(days)).outcome.value else { return [] }
    return grid.habits
  }

  @Test func `an entry is appended, and the file is created with its header`() async throws {
    let lab = try FactsLab(FactsLab.source("habits", "h.csv", "access = \"allow\"\ngoals = { Water = 8 }"))
    #expect(await habits(lab).map(\.name) == ["Water"])
    let entries: [(String, Double)] = [("water", 3), ("Long, walk", 1.5), ("Water", 5)]
    for (name, amount) in entries {
      let change = FactChange.habit(name: name, day: Self.day, amount: amount)
      #expect(await lab.facts.carryOut(change) == .value(lab.folder.file("h.csv")))
    }
    let lines = ["date,habit,amount", "2026-11-27,water,3", "2026-11-27,\"Long, walk\",1.5", "2026-11-27,Water,5", ""]
    #expect(lab.folder.text("h.csv") == lines.joined(separator: "\n"))
    let found = await habits(lab)
    #expect(found.map(\.name) == ["water", "Long, walk"] && found[0].amounts == [Self.day: 8] && found[0].goal == 8)
    #expect(found[0].isDone(on: Self.day))
  }

  @Test func `an entry keeps the columns and the last line of a file`() async throws {
    let lab = try FactsLab(FactsLab.source("habits", "h.csv"))
    try lab.folder.write("h.csv", "Day;Run;Water\n2026-11-26;x;2,5")
    let added = await lab.facts.carryOut(.habit(name: "water", day: Self.day, amount: 1.5))
    #expect(added.value != nil)
    #expect(lab.folder.text("h.csv") == "Day;Run;Water\n2026-11-26;x;2,5\n2026-11-27;;1,5\n")
    let found = await habits(lab)
    #expect(found.map(\.amounts) == [[Self.day.adding(-1): 1], [Self.day.adding(-1): 2.5, Self.day: 1.5]])
    let unknown = await lab.facts.carryOut(.habit(name: "Swim", day: Self.day, amount: 1))
    #expect(unknown.line?.contains("it has no column 'Swim'") == true)
  }

  @Test func `entries at the same time are all there`() async throws {
    let lab = try FactsLab(FactsLab.source("habits", "h.csv"))
    try lab.folder.write("h.csv", "date,habit,amount\n")
    let facts = lab.facts
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { _ = await facts.carryOut(.habit(name: "h\(number)", day: Self.day, amount: 1)) }
      }
    }
    #expect(await habits(lab).count == 20)
  }

  @Test func `JSON takes no entries, and stays as it is`() async throws {
    let lab = try FactsLab(FactsLab.source("habits", "h.json"))
    try lab.folder.write("h.json", #"[{"date":"2026-11-27","habit":"Run"}]"#)
    let added = await lab.facts.carryOut(.habit(name: "Run", day: Self.day, amount: 1))
    #expect(added.line?.contains("entries can be added to CSV files only") == true)
    #expect(await habits(lab).map(\.amounts) == [[Self.day: 1]])
  }

  @Test(
    arguments: [
      ("Run", [0xFF, 0xFE] + "date,habit,amount\n2026-11-27,Run,1\n".utf8.flatMap { [$0, 0] }),
      ("L\u{e4}ufe", "date,habit,amount\n2026-11-27,L\u{e4}ufe,1\n".unicodeScalars.map { UInt8($0.value) }),
    ] as [(String, [UInt8])])
  func `a file of another encoding takes no entries, and stays as it is`(name: String, bytes: [UInt8]) async throws {
    let lab = try FactsLab(FactsLab.source("habits", "h.csv"))
    try lab.folder.write("h.csv", bytes)
    let added = await lab.facts.carryOut(.habit(name: name, day: Self.day, amount: 1))
    #expect(added.line?.contains("entries are added to UTF-8 files only") == true, "\(added)")
    #expect(lab.folder.read("h.csv") == bytes)
    let found = await habits(lab)
    #expect(found.map(\.name) == [name] && found.map(\.amounts) == [[Self.day: 1]])
  }
}
