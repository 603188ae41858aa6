internal import CICal

/// The starts of an event: those of its rule and its further dates, without those that are left out.
struct EventSeries {
  /// The most starts of one event in a span; an event that begins more often is damage or a mistake.
  static let mostStarts = 5_000
  /// The most starts that are computed, also before the span.
  private static let mostSteps = 200_000

  /// The reason why starts are missing.
  enum Limit: Hashable {
    /// The rule has no time, or libical cannot compute it.
    case unusable
    /// The rule repeats within a day, on days that may never come.
    case unbounded
    /// There are more starts than are read.
    case tooMany
  }

  /// A start with its own length; nil for that of the event.
  struct Start {
    var time: ZonedTime
    var length: Int64?
  }

  /// The starts, in no order.
  private(set) var starts: [Start] = []
  /// The reason why some are missing; nil if none is.
  private(set) var limit: Limit?

  /// Computes the starts of an event whose occurrences may touch a span.
  init(_ part: EventPart, in span: Range<Int64>) {
    if let rule = part.rule {
      addRule(rule, part, span)
    } else {
      starts = [Start(time: part.start)]
    }
    let known = Set(starts.map(\.time.seconds))
    starts += part.added.filter { !known.contains($0.start.seconds) }.map { Start(time: $0.start, length: $0.length) }
    guard !part.removed.isEmpty else { return }
    let times = Set(part.removed.lazy.filter { $0.isDate == part.start.isDate }.map(\.seconds))
    let days = Set(part.removed.lazy.filter { $0.isDate && !part.start.isDate }.map(\.day))
    starts.removeAll { times.contains($0.time.seconds) || days.contains($0.time.day) }
  }

  private mutating func addRule(_ rule: OpaquePointer, _ part: EventPart, _ span: Range<Int64>) {
    guard Self.isBounded(rule) else {
      limit = .unbounded
      starts = [Start(time: part.start)]
      return
    }
    // A day may have 25 hours; the iterator gets two days more, for zones.
    let length = part.start.isDate ? Int64(part.days) * 90_000 : part.length
    let first = span.lowerBound - length - 2 * 86_400
    var from = icaltimetype()
    if first > part.start.seconds { from = part.start.at(seconds: first) }
    guard let iterator = cical_rule(rule, part.start.time, from) else {
      limit = .unusable
      starts = [Start(time: part.start)]
      return
    }
    defer { cical_rule_free(iterator) }
    for _ in 0..<Self.mostSteps {
      let next = cical_rule_next(iterator)
      guard next.year > 0 else { return }
      let time = part.start.at(next)
      guard time.seconds < span.upperBound else { return }
      guard time.seconds + length >= span.lowerBound else { continue }
      guard starts.count < Self.mostStarts else { break }
      starts.append(Start(time: time))
    }
    limit = .tooMany
  }

  /// Returns whether libical finds the next time of a rule, or that there is none, within a second.
  private static func isBounded(_ rule: OpaquePointer) -> Bool {
    switch cical_frequency(rule) {
    case ICAL_SECONDLY_RECURRENCE, ICAL_MINUTELY_RECURRENCE: cical_has_filters(rule) == 0
    case ICAL_HOURLY_RECURRENCE: cical_has_day_filters(rule) == 0
    default: true
    }
  }
}
