package import WorkspaceAPI

/// The default abilities of the program, in their order, with fixed identities.
package enum DefaultAbilities {
  /// A default ability.
  package struct Item: Hashable, Sendable {
    /// The template that it is made of.
    package var template: AbilityTemplate
    /// Its fields.
    package var ability: AbilityRecord
    /// Its fixed identity.
    package var id: String
  }

  /// The default abilities.
  package static let items: [Item] = templates.enumerated().map { index, template in
    let id = AbilityID(default: index + 1)
    var ability = template.ability(id: id, sortOrder: (index + 1) * 10)
    ability.isDefault = true
    return Item(template: template, ability: ability, id: id.text)
  }

  /// Returns the default with an identity; nil for none.
  package static func item(_ id: String?) -> Item? { items.first { $0.id == id } }

  /// Returns the default with the name of its template; nil for none.
  static func item(named name: String) -> Item? {
    items.first { $0.template.name.utf8.elementsEqual(name.utf8) }
  }

  /// The templates of the defaults; the number in the identity is the position, so that the order must not change.
  static let templates: [AbilityTemplate] = [
    AbilityTemplate(
      "morning-briefing", "Briefing", icon: "sun.max.fill", "#FF9500", plan: "morningBriefing", .morning,
      description: "Combines today's calendar, health, weather and mail into one briefing with a first step.",
      prompt: """
        It is {{today}}. Read my calendar, my health data, the weather and my mail. Compare last night's sleep to my 7-day \
        average, and weigh the load of today's meetings against it. Answer {{name}} in four bullets: the day, the body, \
        the weather, the mail. End with the one action to start with before 9:00.
        """),
    AbilityTemplate(
      "today", "Today", icon: "calendar", "#FF3B30", plan: "calendarToday", .morning,
      description: "Judges today's calendar: the most important event, conflicts and the preparation it needs.",
      prompt: """
        Read my calendar for {{today}}. Identify the most important event, overlapping events, and gaps shorter than 15 \
        minutes. Answer with one line for each event and one sentence about the day. End with the one thing to prepare \
        before {{next_event}}.
        """),
    AbilityTemplate(
      "free-slots", "Free Slots", icon: "clock.badge.checkmark", "#34C759", plan: "freeSlotsToday",
      description: "Finds the free slots of today's calendar and ranks them.",
      prompt: """
        Read my calendar for {{today}}. Find all free slots of at least 30 minutes between 8:00 and 18:00, and rank them \
        by length and quiet around them. Answer in three bullets at most, each with start, end and length. End with the \
        slot to block for concentrated work.
        """),
    AbilityTemplate(
      "plan-day", "Plan Day", icon: "checklist", "#5856D6", plan: "planDay", .morning,
      description: "Plans the day from calendar, habits and health.",
      prompt: """
        Read my calendar, my habits and my health data for {{today}}. Weigh the fixed events against last night's sleep and \
        the habits that are still open. Answer with a plan of at most eight lines, each with a time. End with the one event \
        to move or cancel if the day is too full.
        """),
    AbilityTemplate(
      "focus", "Focus", icon: "scope", "#AF52DE", plan: "whatToFocusOn",
      description: "Decides on the one thing to focus on now, with the reason.",
      prompt: """
        Read my calendar, my habits and my health data for {{today}}. Decide what deserves the next 90 minutes, given the \
        time until {{next_event}} and my energy. Answer with one sentence for the verdict and two bullets for the reasons. \
        End with the first step to do now.
        """),
    AbilityTemplate(
      "plan-afternoon", "Afternoon", icon: "sun.haze.fill", "#FF9F0A", plan: "planAfternoon", .afternoon,
      description: "Plans the rest of the day from calendar and habits.",
      prompt: """
        Read my calendar from now until 18:00 and my habits for {{today}}. Relate the open habits to the free slots. Answer \
        with a plan of at most five lines, each with a time. End with the habit to start with.
        """),
    AbilityTemplate(
      "urgent-mail", "Urgent Mail", icon: "envelope.badge.fill", "#FF2D55", plan: "gmailUrgent",
      description: "Finds the mail of the last two days that needs an answer today.",
      prompt: """
        Read the mail of the last 2 days in my inbox. Identify the messages that need an answer from me today, and rank them \
        by the cost of waiting. Answer in at most five bullets, each with sender, matter and deadline. End with the message \
        to reply to first.
        """),
    AbilityTemplate(
      "habits", "Habits", icon: "checkmark.circle.fill", "#30D158", plan: "habitsCheck", .evening,
      description: "Compares today's habits to the last seven days.",
      prompt: """
        Read my habits for {{today}} and the 7 days before. Compare each habit to its 7-day rate, and identify the one that \
        slips. Answer with one line for each habit and one sentence of conclusion. End with the habit to do before bed.
        """),
    AbilityTemplate(
      "sleep", "Sleep", icon: "bed.double.fill", "#64D2FF", plan: "sleepLastNight", .morning,
      description: "Compares last night's sleep to the seven-day average.",
      prompt: """
        Read my health data for last night's sleep. Compare duration, deep sleep and interruptions to my 7-day average, and \
        identify the largest difference. Answer in three bullets. End with one action for tonight.
        """),
    AbilityTemplate(
      "weather", "Weather", icon: "cloud.sun.fill", "#0A84FF", plan: "weatherNow",
      description: "Judges the weather of the next twelve hours for plans outdoors.",
      prompt: """
        Read the weather at {{location}} for the next 12 hours. Weigh rain, wind and temperature for a walk or a ride of 45 \
        minutes. Answer in two sentences. End with the best time to start, and one thing to bring.
        """),
    AbilityTemplate(
      "find-notes", "Find Notes", icon: "doc.text.magnifyingglass", "#FFD60A", plan: "notesSearch",
      description: "Relates the notes of this folder to today's calendar.",
      prompt: """
        Read my notes in this folder and my calendar for {{today}}. Match each event to the notes about its people and its \
        subject. Answer with one line for each event, with the path of the best note. End with the note to read first.
        """),
    AbilityTemplate(
      "week-review", "Week Review", icon: "arrow.triangle.2.circlepath", "#BF5AF2", .evening,
      description: "Reviews the changes of the last seven days in this folder and proposes what to do next.",
      prompt: """
        Read the history of this folder for the last 7 days before {{today}}, and the documents that changed most. Identify \
        what was finished, what has stopped, and what contradicts context.md. Answer in three sections of at most four bullets \
        each. End with one action for next week, and ask {{name}} whether to append it to activity.md.
        """),
  ]
}
