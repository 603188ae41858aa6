/// A source of facts for the plans of abilities.
package enum FactSource: String, Hashable, Sendable, CaseIterable, Codable {
  /// iCalendar files.
  case calendar
  /// A Maildir.
  case mail
  /// Files with values of the body: steps, heart rate, sleep.
  case health
  /// Files with entries of habits.
  case habits
  /// A weather service.
  case weather
  /// A routing service, for the travel time to the saved destination.
  case route
  /// The notes of the workspace; the search index answers, not the module `Facts`.
  case notes
  /// Tasks in iCalendar files.
  case reminders

  /// The title for people.
  package var title: String {
    switch self {
    case .calendar: "Calendar"
    case .mail: "Mail"
    case .health: "Health"
    case .habits: "Habits"
    case .weather: "Weather"
    case .route: "Route"
    case .notes: "Notes"
    case .reminders: "Reminders"
    }
  }
}

/// A question to one source. Days are those of local time.
package enum FactQuery: Hashable, Sendable {
  /// The events that overlap some days, as `Payload.events`, in order of their start; cancelled ones are left out.
  case events(DaySpan)
  /// The messages of the inbox that arrived on some days, as `Payload.mail`, newest first.
  case mail(MailQuery)
  /// The values of a day with the averages of the seven days before it, as `Payload.health`.
  case health(CalendarDay)
  /// The habits with their entries of some days, of which the last is the present one, as `Payload.habits`.
  case habits(DaySpan)
  /// The weather at the saved place now and in the next hours, as `Payload.weather`.
  case weather
  /// The route from the saved place to the saved destination, as `Payload.route`.
  case route
  /// The notes that match some words, as `Payload.notes`, best first.
  case notes([String])
  /// The open reminders, as `Payload.reminders`, the earliest due first, those without a time last.
  case reminders

  /// The source that answers.
  package var source: FactSource {
    switch self {
    case .events: .calendar
    case .mail: .mail
    case .health: .health
    case .habits: .habits
    case .weather: .weather
    case .route: .route
    case .notes: .notes
    case .reminders: .reminders
    }
  }
}

/// A selection of messages.
package struct MailQuery: Hashable, Sendable {
  /// The days on which they arrived.
  package var days: DaySpan
  /// The greatest number of messages.
  package var limit: Int
  /// Whether the whole text of each is wanted, up to 20,000 bytes; else its beginning is enough.
  package var withText: Bool

  /// Creates a selection.
  package init(days: DaySpan, limit: Int, withText: Bool = false) {
    self.days = days
    self.limit = limit
    self.withText = withText
  }
}

/// A change of one source. It is carried out after the person confirmed it.
package enum FactChange: Hashable, Sendable {
  /// Records an entry of a habit.
  case habit(name: String, day: CalendarDay, amount: Double)
  /// Adds a reminder, which is due at a time on a clock of local time: minutes since midnight, nil for the whole day.
  case reminder(title: String, day: CalendarDay?, minute: Int?)

  /// The source that changes.
  package var source: FactSource {
    switch self {
    case .habit: .habits
    case .reminder: .reminders
    }
  }
}
