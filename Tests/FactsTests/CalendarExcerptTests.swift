import Payloads
import Testing

@testable import Facts

/// The part of a calendar's text that is parsed.
@Suite struct CalendarExcerptTests {
  private static let day = DaySpan(from: FactsLab.day)

  @Test(arguments: [
    ("DTSTART:20261127T100000Z", true), ("DTSTART:20261124", true), ("DTSTART:20261130T100000", true),
    ("DTSTART:20261123T100000Z", false), ("DTSTART;TZID=Europe/Berlin:20261201T000000", false),
    ("DTSTART:20200101T100000Z\nDTEND:20200101T110000Z", false), ("DTSTART:20200101\nDTEND:20270101", true),
    ("DTSTART:20200101T100000Z\nDTEND:19990101T110000Z", false),
    ("DTSTART:20200101T100000Z\nDURATION:P9000D", true), ("DTSTART:20270101T100000Z\nDURATION:P1D", false),
    ("DTSTART:20200101\nRRULE:FREQ=YEARLY", true), ("DTSTART:20200101\nrdate:20261127", true),
    ("DTSTART:20200101\nRECURRENCE-ID:20261127", true), ("DTSTART:20200101\nRR\n ULE:FREQ=YEARLY", true),
    ("DTSTART:2020\n 0101T100000Z", true), ("SUMMARY:no start", true), ("DTSTART:yesterday", true),
    ("DTSTART:20200101\nBEGIN:VALARM\nDTSTART:20261127\nEND:VALARM", false),
    ("DTSTART:20200101\nDTSTART:20261127", true), ("DTSTART:20200101\nDESCRIPTION:a\n RRULE:b", false),
  ])
  func `a single event far from the days is left out, and all else stays`(properties: String, stays: Bool) {
    let other = "SUMMARY:other\nDTSTART:20261127"
    let text = CalendarSample.text([other, properties, other])
    #expect(
      CalendarExcerpt.text(text, near: Self.day) == (stays ? text : CalendarSample.text([other, other])),
      "\(properties)")
  }

  @Test(arguments: [
    "", "BEGIN:VEVENT\nDTSTART:20200101\nEND:VEVENT\n", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20200101\n",
  ])
  func `a text without a whole calendar stays`(text: String) {
    #expect(CalendarExcerpt.text(text, near: Self.day) == text)
  }
}
