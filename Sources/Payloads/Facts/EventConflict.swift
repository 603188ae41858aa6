internal import Values

/// Two events that take time of the person at once.
package struct EventConflict: Hashable, Sendable {
  /// The event that begins first.
  package let first: CalendarEvent
  /// The other event.
  package let second: CalendarEvent

  /// The beginning of the common time.
  package var start: LocalTime { max(first.start, second.start) }
  /// The end of the common time.
  package var end: LocalTime { min(first.end, second.end) }

  /// The conflict on one line: `Conflict 10:00–10:30: Review and Interview`.
  var line: String {
    let day = start.day == end.day ? start.clock + "–" + end.clock : start.day.words
    return "Conflict \(day): \(first.heading) and \(second.heading)"
  }

  /// The conflict as a JSON object.
  var json: JSONValue {
    var fields = JSONFields()
    fields.add("start", start.json)
    fields.add("end", end.json)
    fields.add("titles", [first.title, second.title])
    return fields.value
  }
}

extension EventList {
  /// Returns the first conflicts in order: pairs of events with a common time, without free ones and whole days.
  ///
  /// - Parameter most: the greatest number; a damaged calendar may have any.
  package func conflicts(most: Int = 20) -> [EventConflict] {
    let busy = events.filter(\.isBusy).sorted { $0.start < $1.start }
    var found: [EventConflict] = []
    for index in busy.indices {
      for other in busy[(index + 1)...] {
        guard other.start < busy[index].end else { break }
        guard found.count < most else { return found }
        found.append(EventConflict(first: busy[index], second: other))
      }
    }
    return found
  }
}
