internal import CICal
internal import Payloads

/// An event as the calendar has it: a single one, the first of a series, or the exception for one date of a series.
struct EventPart {
  /// The identifier of the series.
  let uid: String
  /// The first start.
  let start: ZonedTime
  /// The length of a timed event in seconds.
  let length: Int64
  /// The number of days of an event of whole days.
  let days: Int32
  /// The start that the exception is for; nil for a series.
  let exceptionFor: ZonedTime?
  /// Whether the exception changes all later dates too.
  let changesLater: Bool
  /// Whether it was cancelled.
  let isCancelled: Bool
  /// The property of the rule; nil without one.
  let rule: OpaquePointer?
  /// The number of further rules, which are not read.
  let furtherRules: Int
  /// Further starts with the lengths of those that are periods.
  let added: [(start: ZonedTime, length: Int64?)]
  /// The starts that are left out.
  let removed: [ZonedTime]
  /// The event with the first start; each occurrence is a copy.
  private let model: CalendarEvent
  /// The title; empty if it has none.
  var title: String { model.title }

  /// Reads an event; nil if it has no start.
  init?(_ part: OpaquePointer, _ zones: inout CalendarZones) {
    guard let start = cical_first_property(part, ICAL_DTSTART_PROPERTY).flatMap({ zones.time($0) }) else { return nil }
    self.start = start
    let end = cical_first_property(part, ICAL_DTEND_PROPERTY).flatMap { zones.time($0) }
    let duration = cical_first_property(part, ICAL_DURATION_PROPERTY).map { Int64(cical_duration($0)) }
    length = max(0, end.map { $0.seconds - start.seconds } ?? duration ?? 0)
    // A day at the change of the clocks has 23 or 25 hours.
    let spanned = (length + 43_200) / 86_400
    days = start.isDate ? Int32(clamping: max(1, spanned)) : 0
    uid = CalendarText.text(of: part, ICAL_UID_PROPERTY)
    let exception = cical_first_property(part, ICAL_RECURRENCEID_PROPERTY)
    exceptionFor = exception.flatMap { zones.time($0) }
    changesLater = exception.map { cical_is_open_range($0) != 0 } ?? false
    let status = cical_first_property(part, ICAL_STATUS_PROPERTY).map { cical_status($0) }
    isCancelled = status == ICAL_STATUS_CANCELLED
    let rules = CalendarText.properties(of: part, ICAL_RRULE_PROPERTY)
    rule = rules.first
    furtherRules = max(0, rules.count - 1)
    added = CalendarText.properties(of: part, ICAL_RDATE_PROPERTY).compactMap { property in
      if let period = zones.period(property) { return (period.start, period.length) }
      return zones.time(property).map { ($0, nil) }
    }
    removed = CalendarText.properties(of: part, ICAL_EXDATE_PROPERTY).compactMap { zones.time($0) }
    let first = LocalTime(seconds: start.seconds, offset: 0)
    var model = CalendarEvent(
      title: String(CalendarText.text(of: part, ICAL_SUMMARY_PROPERTY).prefix(Self.mostLetters)), start: first,
      end: first, isAllDay: start.isDate)
    model.location = Self.given(String(CalendarText.text(of: part, ICAL_LOCATION_PROPERTY).prefix(Self.mostLetters)))
    model.notes = Self.given(String(CalendarText.text(of: part, ICAL_DESCRIPTION_PROPERTY).prefix(Self.mostNotes)))
    model.attendees = CalendarText.properties(of: part, ICAL_ATTENDEE_PROPERTY).prefix(Self.mostAttendees)
      .compactMap(Self.person)
    model.isFree = cical_first_property(part, ICAL_TRANSP_PROPERTY).map { cical_is_transparent($0) != 0 } ?? false
    model.isTentative = status == ICAL_STATUS_TENTATIVE
    self.model = model
  }

  /// The longest title, place and description, in characters, and the most people of an event that are read.
  private static let mostLetters = 500, mostNotes = 2_000, mostAttendees = 50

  private static func given(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// Returns the name, else the address, of a person invited.
  private static func person(_ property: OpaquePointer) -> String? {
    if let name = cical_common_name(property).map({ String(cString: $0) }), !name.isEmpty { return name }
    let address = CalendarText.text(property)
    return given(address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address)
  }

  /// Returns the occurrence that begins at a time.
  ///
  /// - Parameter length: its own length; nil for that of the series.
  func occurrence(at start: ZonedTime, length: Int64? = nil, in zones: CalendarZones) -> CalendarEvent {
    var event = model
    event.start = zones.localTime(start.seconds)
    event.end = zones.localTime(
      start.isDate ? start.after(days: days).seconds : start.seconds + (length ?? self.length))
    return event
  }
}
