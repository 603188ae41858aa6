package import Values

/// The facts of a plan or of one of its steps: a typed structure with its JSON and its text for a terminal.
package enum Payload: Hashable, Sendable {
  /// Tiles of several sources.
  case briefing(Briefing)
  /// Events of a calendar.
  case events(EventList)
  /// Times without events.
  case freeSlots(FreeSlots)
  /// Values of the body.
  case health(HealthGrid)
  /// Habits and their entries.
  case habits(HabitGrid)
  /// Messages.
  case mail(MailList)
  case weather(Weather)
  /// The way to a destination.
  case route(Route)
  /// Notes of the workspace.
  case notes(NoteList)
  /// Open tasks.
  case reminders(ReminderList)

  /// The type of a payload, by its name in JSON.
  package enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    case briefing, events, freeSlots, health, habits, mail, weather, route, notes, reminders
  }

  /// The type.
  package var kind: Kind {
    switch self {
    case .briefing: .briefing
    case .events: .events
    case .freeSlots: .freeSlots
    case .health: .health
    case .habits: .habits
    case .mail: .mail
    case .weather: .weather
    case .route: .route
    case .notes: .notes
    case .reminders: .reminders
    }
  }

  private var content: any PayloadContent {
    switch self {
    case .briefing(let content): content
    case .events(let content): content
    case .freeSlots(let content): content
    case .health(let content): content
    case .habits(let content): content
    case .mail(let content): content
    case .weather(let content): content
    case .route(let content): content
    case .notes(let content): content
    case .reminders(let content): content
    }
  }

  /// The payload as a JSON object: the type under `kind`, then the fields by the names of this module. Times are ISO 8601
  /// with their offset, days are `2026-11-27`; a field without a value is missing.
  package var json: JSONValue {
    .object([JSONMember(name: "kind", value: .string(kind.rawValue))] + content.members)
  }

  /// The payload as lines for a terminal, without colours; texts of sources in them may contain control characters.
  package var lines: [String] { content.lines }
}

/// The two forms of a payload's content.
protocol PayloadContent: Sendable {
  /// The fields in JSON.
  var members: [JSONMember] { get }
  /// The lines for a terminal.
  var lines: [String] { get }
}
