/// The plans that Stet carries out, by the names that abilities use. An ability may name another one: it is kept, and its
/// prompt is used alone.
package enum PlanKey: String, Hashable, Sendable, CaseIterable {
  /// Briefings and plans of several sources.
  case morningBriefing, planDay, planAfternoon, whatToFocusOn, scheduleForFocus
  /// Plans of the calendar.
  case calendarToday, meetingsThisWeek, freeSlotsToday
  /// Plans of health data.
  case healthToday, sleepLastNight
  /// Plans of the mail; the names are those of the seed document, the mail is any Maildir.
  case gmailUrgent, gmailSummarize, draftReply
  /// Plans of habits.
  case habitsCheck, logHabits
  /// Plans of services.
  case weatherNow, trafficToOffice
  /// Plans of notes and reminders.
  case notesSearch, reminderCreate
}
