import Payloads
import Testing

@Suite struct EventConflictTests {
  private static func event(_ title: String, _ start: Int64, _ end: Int64) -> CalendarEvent {
    let midnight = LocalTime(seconds: Samples.day.number * 86_400, offset: 0)
    return CalendarEvent(title: title, start: midnight.adding(start * 60), end: midnight.adding(end * 60))
  }

  @Test func `events that share time are conflicts, in the order of their start`() {
    var free = Self.event("Free", 600, 700)
    free.isFree = true
    var holiday = Self.event("Holiday", 0, 1_440)
    holiday.isAllDay = true
    let list = EventList(
      days: DaySpan(from: Samples.day),
      events: [
        holiday, Self.event("A", 540, 600), Self.event("B", 570, 630), Self.event("C", 600, 660), free,
        Self.event("D", 660, 720), Self.event("Moment", 610, 610),
      ])
    #expect(
      list.conflicts().map { "\($0.first.title)\($0.second.title) \($0.start.clock)" } == ["AB 09:30", "BC 10:00"])
    #expect(Payload.events(list).lines.suffix(2) == ["Conflict 09:30–10:00: A and B", "Conflict 10:00–10:30: B and C"])
    let json = Payload.events(list).json["conflicts"]?.elements
    #expect(json?.count == 2 && json?.first?["titles"] == ["A", "B"])
  }

  @Test func `a calendar with any number of events at once has few conflicts`() {
    let events = (0..<4_000).map { Self.event("\($0)", 540, 600) }
    let list = EventList(days: DaySpan(from: Samples.day), events: events)
    #expect(list.conflicts().count == 20)
  }
}
