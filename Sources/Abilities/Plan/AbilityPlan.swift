package import Payloads
internal import Values

/// The plan of an ability: the sources to read, the order, and the payload that the facts become.
package struct AbilityPlan: Hashable, Sendable {
  /// The order of the steps.
  package enum Order: Hashable, Sendable {
    /// All at once.
    case parallel
    /// One after the other: a step uses the facts of earlier ones.
    case sequential
  }

  /// A change that a plan makes after the person confirmed it.
  package enum Change: Hashable, Sendable {
    /// Records entries of the habits that are open.
    case recordHabits
    case addReminder
  }

  /// The name.
  package let key: PlanKey
  /// The order of the steps.
  package let order: Order
  /// The steps; each reads one source.
  package let steps: [PlanStep]
  /// The type of the payload: a briefing has a tile for each step, any other type is made of the last step.
  package let payload: Payload.Kind
  /// The change at the end; nil for none.
  package let change: Change?

  private init(
    _ key: PlanKey, _ steps: PlanStep..., order: Order = .parallel, as payload: Payload.Kind, change: Change? = nil
  ) {
    self.key = key
    self.order = order
    self.steps = steps
    self.payload = payload
    self.change = change
  }

  /// Returns the plan with a name; nil for an unknown one.
  package static func named(_ name: String) -> AbilityPlan? {
    PlanKey(rawValue: name).flatMap { key in table.first { $0.key == key } }
  }

  /// Returns the remark on the name of a plan that Stet does not have, with the nearest name; nil for a known plan.
  package static func remark(on name: String) -> String? {
    guard named(name) == nil else { return nil }
    let hint = NameDistance.hint(to: name, among: table.map(\.key.rawValue))
    return "This version has no plan '\(name)', so that no facts are gathered.\(hint)"
  }

  /// All plans.
  package static let table: [AbilityPlan] = [
    AbilityPlan(
      .morningBriefing, .events(days: 1), .health(), .weather, .mail(days: 2, limit: 20, .actionRequired),
      as: .briefing),
    AbilityPlan(.calendarToday, .events(days: 1), as: .events),
    AbilityPlan(.meetingsThisWeek, .events(days: 7), as: .events),
    AbilityPlan(.freeSlotsToday, .events(days: 1, .freeSlots), as: .freeSlots),
    AbilityPlan(.scheduleForFocus, .events(days: 3, .freeSlots), .habits(days: 8), as: .briefing),
    AbilityPlan(.healthToday, .health(), as: .health),
    AbilityPlan(.sleepLastNight, .health(.sleep), as: .health),
    AbilityPlan(.gmailUrgent, .mail(days: 2, limit: 100, .actionRequired), as: .mail),
    AbilityPlan(.gmailSummarize, .mail(days: 3, limit: 100), as: .mail),
    AbilityPlan(.draftReply, .mail(days: 14, limit: 50, withText: true, .newest), as: .mail),
    AbilityPlan(.habitsCheck, .habits(days: 8), as: .habits),
    AbilityPlan(.logHabits, .habits(days: 8), as: .habits, change: .recordHabits),
    AbilityPlan(.weatherNow, .weather, as: .weather),
    AbilityPlan(.planDay, .events(days: 1), .habits(days: 8), .health(), as: .briefing),
    AbilityPlan(.planAfternoon, .events(days: 1, .fromNow), .habits(days: 8), as: .briefing),
    AbilityPlan(.whatToFocusOn, .events(days: 1, .fromNow), .habits(days: 8), .health(), as: .briefing),
    AbilityPlan(.trafficToOffice, .route, as: .route),
    AbilityPlan(.notesSearch, .events(days: 1), .notes, order: .sequential, as: .notes),
    AbilityPlan(.reminderCreate, .reminders, as: .reminders, change: .addReminder),
  ]
}
