import Payloads
import TestSupport
import Testing

@testable import Facts

@Suite struct ReminderTests {
  private func reminders(_ lab: FactsLab) async -> [Reminder] {
    guard case .reminders(let list)? = await lab.facts.read(.reminders).outcome.value else { return [] }
    return list.reminders
  }

  @Test func `open tasks are listed, the earliest due first`() async throws {
    let lab = try FactsLab(FactsLab.source("reminders", "todo.ics"))
    let tasks = [
      "UID:1\nSUMMARY:later\nDUE:20261129T080000Z\nPRIORITY:1", "UID:2\nSUMMARY:none",
      "UID:3\nSUMMARY:day\nDUE;VALUE=DATE:20261128\nPRIORITY:0", "UID:4\nSUMMARY:done\nSTATUS:COMPLETED",
      "UID:5\nSUMMARY:ended\nCOMPLETED:20261101T080000Z", "UID:6\nSUMMARY:all\nPERCENT-COMPLETE:100",
      "UID:7\nSUMMARY:gone\nSTATUS:CANCELLED",
    ]
    try lab.folder.write("todo.ics", CalendarSample.text(tasks).replacing("VEVENT", with: "VTODO"))
    let found = await reminders(lab)
    #expect(found.map(\.title) == ["day", "later", "none"])
    #expect(found[0].isWholeDay && found[0].due?.text == "2026-11-28T00:00:00+01:00" && found[0].priority == nil)
    #expect(found[1].due?.text == "2026-11-29T09:00:00+01:00" && found[1].priority == 1 && found[1].list == "reminders")
  }

  @Test func `a new reminder is a file that iCalendar programs read`() async throws {
    let lab = try FactsLab(FactsLab.source("reminders", "todo"))
    try Program.shell("mkdir \(lab.folder.path)/todo").mustSucceed()
    let title = "Buy; milk, \"now\" \\ " + String(repeating: "é", count: 80) + "\nand bread"
    let day = FactsLab.day.adding(1)
    let added = await lab.facts.carryOut(.reminder(title: title, day: day, minute: 990))
    let path = try #require(added.value)
    #expect(path.hasPrefix(lab.folder.file("todo/")) && path.hasSuffix(".ics"))
    #expect(await lab.facts.carryOut(.reminder(title: "day", day: day, minute: nil)).value != nil)
    #expect(await lab.facts.carryOut(.reminder(title: "free", day: nil, minute: nil)).value != nil)
    let found = await reminders(lab)
    #expect(found.map(\.title) == ["day", title, "free"])
    #expect(found[1].due?.text == "2026-11-28T16:30:00+01:00" && found[0].isWholeDay && found[2].due == nil)
    // khal's own parser, as a second reader.
    let script = """
      from icalendar import Calendar; from sys import argv
      task = Calendar.from_ical(open(argv[1], 'rb').read()).walk('VTODO')[0]
      print(task['SUMMARY'], task['DUE'].dt.isoformat())
      """
    let read = try Program.run(["/usr/bin/python3", "-c", script, path], environment: ["LC_ALL": "C.UTF-8"])
      .mustSucceed()
    #expect(read.output == "\(title) 2026-11-28T15:30:00+00:00\n")
    for line in (try Program.run(["cat", path]).mustSucceed().output).split(separator: "\r\n") {
      #expect(line.utf8.count <= 75)
    }
  }

  @Test func `a single file takes no reminders, and stays as it is`() async throws {
    let lab = try FactsLab(FactsLab.source("reminders", "todo.ics"))
    let text = CalendarSample.text([])
    try lab.folder.write("todo.ics", text)
    let added = await lab.facts.carryOut(.reminder(title: "x", day: nil, minute: nil))
    #expect(added.line?.contains("can be added to a folder") == true && lab.folder.text("todo.ics") == text)
  }
}
