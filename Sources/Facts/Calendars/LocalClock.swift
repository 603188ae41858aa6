internal import Payloads

/// Local time on some days, without a table of zones: the offsets by the hour from which each holds.
struct LocalClock: Sendable {
  /// The seconds from the first midnight to the last one.
  let span: Range<Int64>
  private var changes: [(from: Int64, offset: Int)] = []

  /// Looks up the offsets on the thread of ``CalendarReader``; clocks change on the hour.
  init(_ days: DaySpan, zone: String) {
    let zones = CalendarZones(local: zone)
    span = zones.seconds(of: days)
    for hour in stride(from: span.lowerBound, to: max(span.upperBound, span.lowerBound + 1), by: 3_600) {
      let offset = zones.localTime(hour).offset
      if changes.last?.offset != offset { changes.append((hour, offset)) }
    }
  }

  /// Returns a time with its offset.
  func time(_ seconds: Int64) -> LocalTime {
    LocalTime(seconds: seconds, offset: changes.last { $0.from <= seconds }?.offset ?? changes.first?.offset ?? 0)
  }
}
