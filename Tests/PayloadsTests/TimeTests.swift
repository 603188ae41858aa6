import Testing

@testable import Payloads

/// Days and local times.
@Suite struct TimeTests {
  @Test(arguments: ["1969-12-31", "1970-01-01", "2024-02-29", "2026-11-27"])
  func `a day is read as it is written`(text: String) {
    #expect(CalendarDay(text)?.text == text)
  }

  @Test(arguments: ["", "2026-02-29", "2026-11-27T10:00", "27.11.2026", "2026-1-1"])
  func `another text is no day`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `a day has its weekday, and a span its days`() {
    #expect(Samples.day.text == "2026-11-27" && Samples.day.words == "Fri 27 Nov")
    let span = DaySpan(from: Samples.day, count: 7)
    #expect(span.last.words == "Thu 3 Dec" && span.days.count == 7)
    #expect(span.contains(Samples.day) && !span.contains(Samples.day.adding(7)))
  }

  @Test(arguments: [(0, 0, "1970-01-01", "00:00"), (-1, 0, "1969-12-31", "23:59"), (-1, 60, "1970-01-01", "00:59")])
  func `a time is on its local day`(seconds: Int64, offset: Int, day: String, clock: String) {
    let time = LocalTime(seconds: seconds, offset: offset)
    #expect(time.day.text == day && time.clock == clock)
  }

  @Test(arguments: [(0, "0 min"), (45, "45 min"), (60, "1 h"), (90, "1 h 30 min")])
  func `a duration is in words`(minutes: Int, words: String) {
    #expect(LocalTime.words(minutes: minutes) == words)
  }
}
