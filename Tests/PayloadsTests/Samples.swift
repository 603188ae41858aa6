@testable import Payloads

/// Facts of Friday, 27 November 2026, an hour east of UTC.
enum Samples {
  static let day = CalendarDay(number: 20_784)

  /// Returns a time of the day.
  static func time(_ clock: String, day: CalendarDay = day) -> LocalTime {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    let midnight = LocalTime(seconds: day.number * 86_400 - 3_600, offset: 60)
    return midnight.at(minute: parts[0] * 60 + parts[1])
  }

  /// Returns an event of the day.
  static func event(_ title: String, _ start: String, _ end: String) -> CalendarEvent {
    CalendarEvent(title: title, start: time(start), end: time(end))
  }

  /// Returns the events of the day.
  static func list(_ events: CalendarEvent...) -> EventList { EventList(days: DaySpan(from: day), events: events) }
}
