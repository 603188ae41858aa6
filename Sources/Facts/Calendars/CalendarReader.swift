internal import CICal
internal import Payloads

/// Reads the events of calendars' files. All calls are made on one thread, because libical keeps time zones in tables of
/// the process.
struct CalendarReader {
  /// The time after which no further series is computed: the longest rule takes libical half a second.
  private static let budget = Duration.seconds(8)

  /// The events, in no order.
  private(set) var events: [CalendarEvent] = []
  /// The sentences on parts that could not be read, without their full stops.
  var problems: [String] { parser.problems }
  private var parser: CalendarParser
  private let wanted: DaySpan
  private let days: Range<Int64>
  private let zone: String
  private let end = ContinuousClock.now + Self.budget
  private var isLate = false

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - span: the days whose events are wanted.
  ///   - zone: the person's time zone, such as `Europe/Berlin`.
  init(_ span: DaySpan, zone: String) {
    self.zone = zone
    wanted = span
    days = CalendarZones(local: zone).seconds(of: span)
    parser = CalendarParser(zone: zone)
  }

  /// Adds the events of a file.
  ///
  /// - Parameters:
  ///   - name: the file's name, for problems.
  ///   - calendar: the name of the calendar.
  mutating func read(_ bytes: [UInt8], file name: String, calendar: String) {
    guard let text = parser.open(bytes, file: name, near: wanted) else { return }
    for component in text.calendars {
      var zones = CalendarZones(local: zone, calendar: component)
      let parts = CalendarText.parts(of: component, ICAL_VEVENT_COMPONENT)
      let read = parts.compactMap { EventPart($0, &zones) }
      if read.count < parts.count { problem(name, "\(parts.count - read.count) events have no valid start") }
      addEvents(read, zones, file: name, calendar: calendar)
      for zone in zones.unknown.sorted().prefix(3) {
        problem(name, "the time zone '\(zone)' is unknown; its times count as local")
      }
    }
    if text.errors > 0 { problem(name, "\(text.errors) lines could not be read") }
  }

  private mutating func problem(_ name: String, _ sentence: String) { parser.report(name, sentence) }

  private mutating func addEvents(_ parts: [EventPart], _ zones: CalendarZones, file: String, calendar: String) {
    let exceptions = Dictionary(grouping: parts.filter { $0.exceptionFor != nil }, by: \.uid)
    let changes = exceptions.mapValues(SeriesChanges.init)
    for part in parts where part.exceptionFor == nil && !part.isCancelled {
      guard !part.repeats || hasTime(file) else { continue }
      if part.furtherRules > 0 { problem(file, "'\(title(part))' has several rules; only the first was read") }
      addSeries(part, changes[part.uid] ?? SeriesChanges([]), zones, file: file, calendar: calendar)
    }
    for part in exceptions.values.joined() where !part.isCancelled {
      add(part.occurrence(at: part.start, in: zones), calendar)
    }
  }

  /// Returns whether repeated events may still be computed; the first time that they may not is a problem of the file.
  private mutating func hasTime(_ file: String) -> Bool {
    guard ContinuousClock.now >= end else { return true }
    if !isLate { problem(file, "reading took too long; further dates of repeated events were left out") }
    isLate = true
    return false
  }

  private mutating func addSeries(
    _ part: EventPart, _ changes: SeriesChanges, _ zones: CalendarZones, file: String, calendar: String
  ) {
    // A later change may move a date into the days.
    let reach = (days.lowerBound - changes.moves.upperBound)..<(days.upperBound - changes.moves.lowerBound)
    let series = EventSeries(part, in: reach)
    switch series.limit {
    case nil: break
    case .unusable: problem(file, "the rule of '\(title(part))' has no date; only its first one was read")
    case .unbounded:
      problem(file, "the rule of '\(title(part))' repeats too finely to be computed; only its first date was read")
    case .tooMany:
      problem(file, "'\(title(part))' repeats more than \(EventSeries.mostStarts) times; the rest was left out")
    }
    for start in series.starts where !changes.replaced.contains(start.time.seconds) {
      guard !part.repeats || hasTime(file) else { return }
      guard let change = changes.change(before: start.time.seconds) else {
        add(part.occurrence(at: start.time, length: start.length, in: zones), calendar)
        continue
      }
      guard !change.isCancelled else { continue }
      let moved = change.start.at(change.start.at(seconds: start.time.seconds + change.start.seconds - change.id))
      add(change.occurrence(at: moved, in: zones), calendar)
    }
  }

  private func title(_ part: EventPart) -> String {
    part.title.isEmpty ? "(no title)" : String(part.title.prefix(40))
  }

  private mutating func add(_ event: CalendarEvent, _ calendar: String) {
    let (start, end) = (event.start.seconds, event.end.seconds)
    guard start < days.upperBound, end > days.lowerBound || start == end && start >= days.lowerBound else { return }
    var event = event
    event.calendar = calendar
    events.append(event)
  }
}

extension EventPart {
  /// The seconds of the start that an exception replaces; its own start for a series.
  var id: Int64 { exceptionFor?.seconds ?? start.seconds }
  /// Whether it has a rule or further dates.
  var repeats: Bool { rule != nil || !added.isEmpty }
}
