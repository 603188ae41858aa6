internal import CICal
internal import Payloads
internal import Values

/// The time zones of a calendar: those that it defines, then those of the system.
struct CalendarZones {
  /// The zone of the person, for times without a zone and for whole days.
  let local: OpaquePointer?
  private let calendar: OpaquePointer?
  /// The names of zones that are unknown; their times count as local.
  private(set) var unknown: Set<String> = []

  /// Takes the zones of a calendar.
  ///
  /// - Parameter local: the name of the person's zone, such as `Europe/Berlin`; an unknown one is UTC.
  init(local: String, calendar: OpaquePointer? = nil) {
    self.local = cical_system_zone(local) ?? cical_utc()
    self.calendar = calendar
  }

  /// Returns whether the system has a zone with a name.
  static func isKnown(_ name: String) -> Bool { cical_system_zone(name) != nil }

  /// Returns the date or time of a property with its zone; nil if it could not be read.
  mutating func time(_ property: OpaquePointer) -> ZonedTime? {
    zoned(cical_time(property), property)
  }

  /// Returns the start and the end of a period; nil for a property without one.
  mutating func period(_ property: OpaquePointer) -> (start: ZonedTime, length: Int64)? {
    let period = cical_period(property)
    guard let start = zoned(period.start, property) else { return nil }
    if let end = zoned(period.end, property) { return (start, max(0, end.seconds - start.seconds)) }
    let length = period.duration
    let hours = Int64(length.weeks) * 168 + Int64(length.days) * 24 + Int64(length.hours)
    return (start, length.is_neg == 0 ? hours * 3_600 + Int64(length.minutes) * 60 + Int64(length.seconds) : 0)
  }

  /// Returns a time with the offset of the person's zone.
  func localTime(_ seconds: Int64) -> LocalTime {
    LocalTime(seconds: seconds, offset: local.map { Int(cical_offset($0, time_t(seconds))) / 60 } ?? 0)
  }

  /// Returns the seconds from the first midnight to the last one of some days.
  func seconds(of days: DaySpan) -> Range<Int64> {
    let first = midnight(of: days.first)
    return first..<max(first, midnight(of: days.last.adding(1)))
  }

  /// Returns the seconds of the midnight at which a day begins, or of a minute of the day on its clock.
  func midnight(of day: CalendarDay, minute: Int = 0) -> Int64 {
    let civil = ISOTime.civil(day: day.number)
    var time = icaltimetype()
    (time.hour, time.minute) = (Int32(clamping: minute / 60), Int32(clamping: minute % 60))
    (time.year, time.month, time.day) = (
      Int32(clamping: civil.year), Int32(clamping: civil.month), Int32(clamping: civil.day)
    )
    return Int64(cical_seconds(time, local))
  }

  private mutating func zoned(_ time: icaltimetype, _ property: OpaquePointer) -> ZonedTime? {
    guard time.year > 0 else { return nil }
    guard time.is_date == 0 else { return ZonedTime(time, local) }
    // libical has already found the zone of a time in UTC.
    if let zone = time.zone { return ZonedTime(time, zone) }
    guard let name = cical_zone_name(property).map({ String(cString: $0) }) else { return ZonedTime(time, local) }
    guard let zone = zone(named: name) else {
      unknown.insert(name)
      return ZonedTime(time, local)
    }
    return ZonedTime(time, zone)
  }

  private func zone(named name: String) -> OpaquePointer? {
    if let calendar, let zone = cical_defined_zone(calendar, name) { return zone }
    // Some programs put a prefix before the system's name: /freeassociation.sourceforge.net/Europe/Berlin.
    let names = name.split(separator: "/").suffix(3)
    return (1...3).reversed().lazy.compactMap { count in
      names.count >= count ? cical_system_zone(names.suffix(count).joined(separator: "/")) : nil
    }.first
  }
}

/// A date or time with the zone that it counts in.
struct ZonedTime {
  /// The time, which knows its zone.
  let time: icaltimetype
  /// The seconds since 1970; local midnight for a date.
  let seconds: Int64
  private let zone: OpaquePointer?

  /// Takes a time in a zone.
  init(_ time: icaltimetype, _ zone: OpaquePointer?) {
    var clock = time
    clock.is_date = 0
    clock.zone = nil
    let found = cical_seconds(clock, zone)
    var shown = cical_local(found, zone)
    shown.zone = nil
    // A time that the change of the clocks leaves out counts with the offset before the change.
    seconds = Int64(found + cical_seconds(clock, nil) - cical_seconds(shown, nil))
    var time = time
    time.zone = time.is_date == 0 ? zone : nil
    self.time = time
    self.zone = zone
  }

  var isDate: Bool { time.is_date != 0 }

  /// Returns another time in the same zone, as a rule gives it.
  func at(_ other: icaltimetype) -> ZonedTime { ZonedTime(other, zone) }

  /// Returns the time in the same zone, and of the same kind, at some seconds since 1970.
  func at(seconds: Int64) -> icaltimetype {
    var local = cical_local(time_t(seconds), zone)
    if isDate { (local.hour, local.minute, local.second, local.is_date, local.zone) = (0, 0, 0, 1, nil) }
    return local
  }

  /// A day of some zone, as the calendar has it.
  struct Day: Hashable {
    fileprivate let year: Int32, month: Int32, day: Int32
  }

  /// The day in its zone.
  var day: Day { Day(year: time.year, month: time.month, day: time.day) }

  /// Returns the time some days later, at the same time of the day.
  func after(days: Int32) -> ZonedTime { at(cical_moved(time, days, 0)) }
}
