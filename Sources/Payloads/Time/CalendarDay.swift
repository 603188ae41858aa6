internal import Values

/// A day of the Gregorian calendar, without a time zone.
package struct CalendarDay: Hashable, Sendable, Comparable {
  /// The days since 1970-01-01.
  package var number: Int64

  /// Creates the day with a number of days since 1970-01-01.
  package init(number: Int64) { self.number = number }

  /// Parses `2026-11-27`; nil for any other text and for a day that the calendar lacks.
  package init?(_ text: String) {
    guard text.utf8.count == 10, let seconds = ISOTime.seconds(text) else { return nil }
    number = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// The day as `2026-11-27`.
  package var text: String { String(ISOTime.text(number * 86_400).prefix { $0 != "T" }) }

  /// The weekday, day and month: `Fri 27 Nov`.
  package var words: String {
    let civil = ISOTime.civil(day: number)
    let weekday = Self.weekdays[Int((number % 7 + 7) % 7)]
    return "\(weekday) \(civil.day) \(Self.months[Int(civil.month) - 1])"
  }

  /// Returns the day a number of days later.
  package func adding(_ days: Int) -> CalendarDay { CalendarDay(number: number + Int64(days)) }

  /// Returns whether a day is before another.
  package static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// Successive days; a source translates them into times by the local time zone.
package struct DaySpan: Hashable, Sendable {
  /// The first day.
  package var first: CalendarDay
  /// The number of days, at least 1.
  package var count: Int

  /// Creates a span of days.
  package init(from first: CalendarDay, count: Int = 1) {
    self.first = first
    self.count = max(1, count)
  }

  /// The last day.
  package var last: CalendarDay { first.adding(count - 1) }

  /// The days in order.
  package var days: [CalendarDay] { (0..<count).map(first.adding) }

  /// Returns whether a day is one of them.
  package func contains(_ day: CalendarDay) -> Bool { first <= day && day <= last }
}
