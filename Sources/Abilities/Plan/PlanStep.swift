package import Payloads

/// A step of a plan: a question to one source, and the part of its answer that the plan uses.
package struct PlanStep: Hashable, Sendable {
  /// The question, with days relative to the present one.
  private enum Question: Hashable, Sendable {
    case events(days: Int)
    case mail(days: Int, limit: Int, withText: Bool)
    case health
    case habits(days: Int)
    case weather, route, notes, reminders
  }

  /// A part of the facts.
  enum View: Hashable, Sendable {
    /// All of them.
    case all
    /// The times without events.
    case freeSlots
    /// The events that have not ended.
    case fromNow
    /// The values of sleep.
    case sleep
    /// The messages that may require an action.
    case actionRequired
    /// The newest message for the person.
    case newest
  }

  private let question: Question
  private let view: View

  private init(_ question: Question, _ view: View = .all) {
    self.question = question
    self.view = view
  }

  /// The source, which is the same on each day.
  package var source: FactSource { query(on: CalendarDay(number: 0), topics: []).source }

  /// Returns the question to the source.
  ///
  /// - Parameters:
  ///   - today: the present day.
  ///   - topics: the subjects of notes.
  func query(on today: CalendarDay, topics: [String]) -> FactQuery {
    switch question {
    case .events(let days): .events(DaySpan(from: today, count: days))
    case .mail(let days, let limit, let withText):
      .mail(MailQuery(days: Self.days(days, until: today), limit: limit, withText: withText))
    case .health: .health(today)
    case .habits(let days): .habits(Self.days(days, until: today))
    case .weather: .weather
    case .route: .route
    case .notes: .notes(topics)
    case .reminders: .reminders
    }
  }

  private static func days(_ count: Int, until today: CalendarDay) -> DaySpan {
    DaySpan(from: today.adding(1 - count), count: count)
  }

  /// Returns the part of the facts that the plan uses.
  func part(of payload: Payload, at now: LocalTime) -> Payload {
    switch (view, payload) {
    case (.freeSlots, .events(let list)): .freeSlots(FreeSlots(of: list, now: now))
    case (.fromNow, .events(let list)):
      .events(EventList(days: list.days, events: list.events.filter { $0.end > now || $0.start >= now }))
    case (.sleep, .health(let grid)): .health(grid.sleep)
    case (.actionRequired, .mail(let list)): .mail(list.actionRequired)
    case (.newest, .mail(let list)): .mail(list.newest)
    default: payload
    }
  }
}

extension PlanStep {
  /// Reads the events from the present day on.
  static func events(days: Int, _ view: View = .all) -> PlanStep { PlanStep(.events(days: days), view) }

  /// Reads the messages of the present day and those before.
  static func mail(days: Int, limit: Int, withText: Bool = false, _ view: View = .all) -> PlanStep {
    PlanStep(.mail(days: days, limit: limit, withText: withText), view)
  }

  /// Reads the health data of the present day.
  static func health(_ view: View = .all) -> PlanStep { PlanStep(.health, view) }

  /// Reads the habits of the present day and those before.
  static func habits(days: Int) -> PlanStep { PlanStep(.habits(days: days)) }

  /// Reads the weather.
  static let weather = PlanStep(.weather)
  /// Reads the route to the saved destination.
  static let route = PlanStep(.route)
  /// Searches the notes for the topics and for the events of an earlier step.
  static let notes = PlanStep(.notes)
  /// Reads the open reminders.
  static let reminders = PlanStep(.reminders)
}
