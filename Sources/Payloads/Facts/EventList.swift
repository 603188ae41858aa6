internal import Values

/// The events of some days.
package struct EventList: Hashable, Sendable {
  package var days: DaySpan
  /// The events in order of their start.
  package var events: [CalendarEvent]

  /// Creates a list.
  package init(days: DaySpan, events: [CalendarEvent]) {
    self.days = days
    self.events = events
  }

  /// Returns the events that overlap one of the days.
  package func events(on day: CalendarDay) -> [CalendarEvent] { events.filter { $0.overlaps(day) } }
}

/// An event of a calendar, or one occurrence of a repeated one.
package struct CalendarEvent: Hashable, Sendable {
  /// The title; empty if it has none.
  package var title: String
  /// The start in local time; local midnight for an event of whole days.
  package var start: LocalTime
  /// The end, not before the start; the midnight after the last day for an event of whole days.
  package var end: LocalTime
  /// Whether it lasts whole days.
  package var isAllDay: Bool
  /// The place; nil if there is none.
  package var location: String?
  /// The name of its calendar; nil if it has none.
  package var calendar: String?
  /// The names or addresses of the people invited.
  package var attendees: [String]
  /// The description; nil if there is none.
  package var notes: String?
  /// Whether the person is free during the event (`TRANSP:TRANSPARENT`).
  package var isFree: Bool
  /// Whether it is not confirmed yet (`STATUS:TENTATIVE`).
  package var isTentative: Bool

  /// Creates an event; the fields without arguments are empty.
  package init(title: String, start: LocalTime, end: LocalTime, isAllDay: Bool = false) {
    self.title = title
    self.start = start
    self.end = end
    self.isAllDay = isAllDay
    attendees = []
    isFree = false
    isTentative = false
  }

  /// Whether it takes time of the person: whole days do not.
  package var isBusy: Bool { !isAllDay && !isFree && start < end }

  /// Returns whether it overlaps a day; an event without a length is on the day of its start.
  package func overlaps(_ day: CalendarDay) -> Bool {
    let last = end.seconds > start.seconds ? end.adding(-1).day : start.day
    return start.day <= day && day <= last
  }
}

extension EventList: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("from", days.first.text)
    fields.add("to", days.last.text)
    fields.add("events", .array(events.map(\.json)))
    let conflicts = conflicts()
    if !conflicts.isEmpty { fields.add("conflicts", .array(conflicts.map(\.json))) }
    return fields.members
  }

  var lines: [String] {
    if events.isEmpty { return ["No events\(days.count == 1 ? "" : " in these \(days.count) days")."] }
    if days.count == 1 { return Self.lines(of: events(on: days.first), on: days.first) + conflicts().map(\.line) }
    let lines = days.days.flatMap { day in
      let events = events(on: day)
      let rows = events.isEmpty ? ["free"] : Self.lines(of: events, on: day)
      return [day.words] + rows.map { "  " + $0 }
    }
    return lines + conflicts().map(\.line)
  }

  private static func lines(of events: [CalendarEvent], on day: CalendarDay) -> [String] {
    var rows = AlignedLines()
    for event in events {
      let marks = (event.isTentative ? " (tentative)" : "") + (event.isFree && !event.isAllDay ? " (free)" : "")
      rows.add(event.time(on: day), event.heading + marks, event.location ?? "")
    }
    return rows.lines
  }
}

extension CalendarEvent {
  /// The title for people.
  var heading: String { title.isEmpty ? "(no title)" : title }

  /// Returns the time of an event on a day: `09:00–10:30`, `all day`, `from 22:00`.
  func time(on day: CalendarDay) -> String {
    if isAllDay { return "all day" }
    let begins = start.day == day
    let ends = end.day == day
    switch (begins, ends) {
    case (true, true): return "\(start.clock)–\(end.clock)"
    case (true, false):
      return end.minuteOfDay == 0 && end.day == day.adding(1) ? "\(start.clock)–24:00" : "from \(start.clock)"
    case (false, true): return "until \(end.clock)"
    case (false, false): return "all day"
    }
  }

  /// The event as a JSON object.
  var json: JSONValue {
    var fields = JSONFields()
    fields.add("title", title)
    fields.add("start", isAllDay ? .string(start.day.text) : start.json)
    fields.add("end", isAllDay ? .string(end.day.text) : end.json)
    fields.add("allDay", isAllDay)
    fields.add("location", location)
    fields.add("calendar", calendar)
    if !attendees.isEmpty { fields.add("attendees", attendees) }
    fields.add("notes", notes)
    if isFree { fields.add("free", true) }
    if isTentative { fields.add("tentative", true) }
    return fields.value
  }
}
