package import Values

/// A time with the difference of local time to UTC at that time, which a source looks up in the time zone.
package struct LocalTime: Hashable, Sendable, Comparable {
  /// The seconds since 1970.
  package var seconds: Int64
  /// The minutes that local time is east of UTC.
  package var offset: Int

  /// Creates a time.
  package init(seconds: Int64, offset: Int) {
    self.seconds = seconds
    self.offset = offset
  }

  private var local: Int64 { seconds + Int64(offset) * 60 }

  /// The local day.
  package var day: CalendarDay { CalendarDay(number: (local >= 0 ? local : local - 86_399) / 86_400) }

  /// The minutes since local midnight, from 0 to 1439.
  package var minuteOfDay: Int { Int((local - day.number * 86_400) / 60) }

  /// The local time of day: `09:30`.
  package var clock: String { Self.clock(minute: minuteOfDay) }

  /// The time in ISO 8601 with its offset: `2026-11-27T09:30:00+01:00`.
  package var text: String { ISOTime.text(seconds, offset: offset) }

  /// Returns the time a number of seconds later, with the same offset.
  package func adding(_ seconds: Int64) -> LocalTime { LocalTime(seconds: self.seconds + seconds, offset: offset) }

  /// Returns the time at a minute of the same local day; the offset stays.
  package func at(minute: Int) -> LocalTime { adding(Int64(minute) * 60 - (local - day.number * 86_400)) }

  /// Returns a minute of a day as `09:30`.
  package static func clock(minute: Int) -> String {
    "\(NumberText.padded(minute / 60, to: 2)):\(NumberText.padded(minute % 60, to: 2))"
  }

  /// Returns a duration for people: `45 min`, `2 h`, `1 h 30 min`.
  package static func words(minutes: Int) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }

  /// Returns whether a time is before another.
  package static func < (one: LocalTime, other: LocalTime) -> Bool { one.seconds < other.seconds }

  /// The time as a JSON string.
  package var json: JSONValue { .string(text) }
}
