internal import CICal
internal import Payloads

/// Reads the open tasks of calendars' files, on the thread of ``CalendarReader``.
struct ReminderReader {
  /// The reminders, in no order.
  private(set) var reminders: [Reminder] = []
  private let zone: String

  /// Starts reading.
  ///
  /// - Parameter zone: the person's time zone.
  init(zone: String) { self.zone = zone }

  /// Adds the reminders of a file.
  ///
  /// - Parameter list: the name of the list.
  mutating func read(_ text: CalendarText, list: String) {
    for component in text.calendars {
      var zones = CalendarZones(local: zone, calendar: component)
      for part in CalendarText.parts(of: component, ICAL_VTODO_COMPONENT) where Self.isOpen(part) {
        var reminder = Reminder(
          id: CalendarText.text(of: part, ICAL_UID_PROPERTY), title: CalendarText.text(of: part, ICAL_SUMMARY_PROPERTY))
        if let due = cical_first_property(part, ICAL_DUE_PROPERTY).flatMap({ zones.time($0) }) {
          reminder.due = zones.localTime(due.seconds)
          reminder.isWholeDay = due.isDate
        }
        let priority = cical_first_property(part, ICAL_PRIORITY_PROPERTY).map { Int(cical_number($0)) }
        reminder.priority = priority.flatMap { (1...9).contains($0) ? $0 : nil }
        reminder.list = list
        reminders.append(reminder)
      }
    }
  }

  /// The reminders: the earliest due first, those without a time last.
  var sorted: [Reminder] {
    reminders.sorted { one, other in
      let (left, right) = (one.due?.seconds ?? .max, other.due?.seconds ?? .max)
      return left == right ? one.title < other.title : left < right
    }
  }

  private static func isOpen(_ part: OpaquePointer) -> Bool {
    if cical_first_property(part, ICAL_COMPLETED_PROPERTY) != nil { return false }
    if let share = cical_first_property(part, ICAL_PERCENTCOMPLETE_PROPERTY), cical_number(share) >= 100 {
      return false
    }
    let status = cical_first_property(part, ICAL_STATUS_PROPERTY).map { cical_status($0) }
    return status != ICAL_STATUS_COMPLETED && status != ICAL_STATUS_CANCELLED
  }
}
