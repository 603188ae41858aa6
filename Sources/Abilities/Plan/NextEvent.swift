package import Payloads

/// The event that `{{next_event}}` names.
package enum NextEvent {
  /// The days in which it is searched, from the present one on.
  private static let days = 7

  /// Returns the question to the calendar.
  package static func query(at now: LocalTime) -> FactQuery { .events(DaySpan(from: now.day, count: days)) }

  /// Returns the title of the next event that begins after a time; nil if there is none. Events of whole days do not
  /// count.
  package static func title(in list: EventList, after now: LocalTime) -> String? {
    let next = list.events.filter { !$0.isAllDay && $0.start > now && !$0.title.isEmpty }
    return next.min { $0.start < $1.start }?.title
  }
}
