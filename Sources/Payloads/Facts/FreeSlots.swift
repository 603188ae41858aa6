internal import Values

/// The times without events between two hours of some days.
package struct FreeSlots: Hashable, Sendable {
  /// A time without events.
  package struct Slot: Hashable, Sendable {
    package var start: LocalTime
    /// The end, on the same day.
    package var end: LocalTime

    /// Creates a slot.
    package init(start: LocalTime, end: LocalTime) {
      self.start = start
      self.end = end
    }

    /// The length in minutes.
    package var minutes: Int { Int((end.seconds - start.seconds) / 60) }
  }

  /// The rule for slots.
  package struct Rule: Hashable, Sendable {
    /// The earliest start, in minutes since midnight.
    package var from: Int
    /// The latest end, in minutes since midnight.
    package var to: Int
    /// The smallest length in minutes.
    package var minutes: Int

    /// Slots of at least 30 minutes from 8:00 to 18:00.
    package static let standard = Rule(from: 480, to: 1_080, minutes: 30)

    /// Creates a rule.
    package init(from: Int, to: Int, minutes: Int) {
      self.from = from
      self.to = to
      self.minutes = minutes
    }
  }

  package var rule: Rule
  /// The slots in order.
  package var slots: [Slot]
  /// The events around them.
  package var events: EventList

  /// Finds the slots of the days of a list.
  ///
  /// - Parameters:
  ///   - list: the events.
  ///   - now: the present time; a slot begins at the next quarter of an hour at the earliest. Days without events have
  ///     its offset.
  package init(of list: EventList, now: LocalTime, rule: Rule = .standard) {
    let quarter = now.adding((900 - (now.seconds % 900)) % 900)
    let busy = list.events.filter(\.isBusy).sorted { $0.start < $1.start }
    let known = list.events.flatMap { [$0.start, $0.end] } + [now]
    let slots = list.days.days.flatMap { day in
      // The clocks change in the night: the latest known time of a day, or its end, has the offset of its working hours.
      let offset = known.filter { $0.day == day || $0.adding(-1).day == day }.max()?.offset ?? now.offset
      let midnight = LocalTime(seconds: day.number * 86_400 - Int64(offset) * 60, offset: offset)
      return Self.slots(
        from: max(midnight.at(minute: rule.from), quarter), to: midnight.at(minute: rule.to),
        busy: busy, minutes: rule.minutes)
    }
    (self.rule, self.slots, events) = (rule, slots, list)
  }

  /// Returns the slots between two times of a day; the busy events are in order of their start.
  private static func slots(from start: LocalTime, to end: LocalTime, busy: [CalendarEvent], minutes: Int) -> [Slot] {
    var slots: [Slot] = []
    var free = start
    func close(_ next: LocalTime) {
      let slot = Slot(start: free, end: min(next, end))
      if slot.minutes >= minutes { slots.append(slot) }
    }
    for event in busy where event.end > free && event.start < end {
      close(event.start)
      free = max(free, event.end)
    }
    close(end)
    return slots
  }
}

extension FreeSlots: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("from", LocalTime.clock(minute: rule.from))
    fields.add("to", LocalTime.clock(minute: rule.to))
    fields.add("atLeastMinutes", rule.minutes)
    fields.add("slots", slots) { fields, slot in
      fields.add("start", slot.start.json)
      fields.add("end", slot.end.json)
      fields.add("minutes", slot.minutes)
    }
    fields.add("events", .object(events.members))
    return fields.members
  }

  var lines: [String] {
    guard let first = slots.first?.start.day, let last = slots.last?.start.day else {
      return ["No free slot of \(LocalTime.words(minutes: rule.minutes))."]
    }
    var rows = AlignedLines()
    for slot in slots {
      rows.add(
        first == last ? "" : slot.start.day.words, "\(slot.start.clock)–\(slot.end.clock)",
        LocalTime.words(minutes: slot.minutes))
    }
    return rows.lines
  }
}
