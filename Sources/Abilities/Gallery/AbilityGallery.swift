/// The templates of the program: those of the defaults, then the others.
package enum AbilityGallery {
  package static let templates: [AbilityTemplate] = DefaultAbilities.templates + further

  /// Returns the template with a name; nil if there is none.
  package static func template(named name: String) -> AbilityTemplate? {
    templates.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private static let further: [AbilityTemplate] = [
    AbilityTemplate(
      "this-week", "This Week", icon: "calendar.badge.clock", "#FF453A", plan: "meetingsThisWeek",
      description: "Judges the meetings of the week: load by day, conflicts and what to prepare.",
      prompt: """
        Read my calendar for the 7 days from {{today}}. Compare the hours of meetings of each day, and identify the day with \
        the least room. Answer with one line for each day and one sentence of conclusion. End with one meeting to move or \
        cancel.
        """),
    AbilityTemplate(
      "deep-work", "Deep Work", icon: "brain.head.profile", "#5E5CE6", plan: "scheduleForFocus",
      description: "Finds a block for concentrated work in calendar and habits.",
      prompt: """
        Read my calendar for {{today}} and the 2 days after, and my habits. Find the longest block that nothing interrupts, \
        and weigh it against the habits that are still open. Answer with two options of one line each. End with the block \
        to schedule.
        """),
    AbilityTemplate(
      "health", "Health", icon: "heart.fill", "#FF375F", plan: "healthToday",
      description: "Compares today's health data to the seven-day average.",
      prompt: """
        Read my health data for {{today}}. Compare steps, heart rate, HRV and sleep to my 7-day average, and identify the one \
        value that is out of line. Answer with a table of at most six rows and one sentence of conclusion. End with one action \
        for today.
        """),
    AbilityTemplate(
      "inbox", "Inbox", icon: "tray.full.fill", "#32ADE6", plan: "gmailSummarize",
      description: "Summarizes the inbox by matter.",
      prompt: """
        Read my inbox of the last 3 days. Group the messages by matter, and summarize each group by what changed and who \
        waits for whom. Answer in at most six bullets. End with the one message to reply to and the group to archive, and ask \
        before you change anything.
        """),
    AbilityTemplate(
      "draft-reply", "Draft Reply", icon: "arrowshape.turn.up.left.fill", "#0A84FF", plan: "draftReply",
      description: "Drafts a reply to the newest message in the inbox.",
      prompt: """
        Read the newest message in my inbox that is addressed to me. Identify its questions, and draft a reply of at most six \
        sentences in its tone. Answer with the draft and one line for each open question. End with a request to \
        confirm the draft; do not send it.
        """),
    AbilityTemplate(
      "log-habits", "Log Habits", icon: "plus.circle.fill", "#30D158", plan: "logHabits", .evening,
      description: "Records the habits of the day after asking for each.",
      prompt: """
        Read my habits for {{today}} and the 7 days before. Identify those without an entry today, and rank them by the days on \
        which they were done. Answer with one question for each habit. End with the entries, and ask me to confirm before you record \
        them.
        """),
    AbilityTemplate(
      "to-office", "To Office", icon: "car.fill", "#8E8E93", plan: "trafficToOffice", .morning,
      description: "Judges the route to the office: travel time and when to leave.",
      prompt: """
        Read the route from {{location}} to my office for {{today}}. Compare the arrival, if I leave now, to the start of work \
        at 9:00. Answer in two sentences: the travel time, and the verdict. End with the time to leave.
        """),
    AbilityTemplate(
      "remind-me", "Remind Me", icon: "bell.fill", "#FFD60A", plan: "reminderCreate",
      description: "Sets a reminder after asking for its text and time.",
      prompt: """
        It is {{today}}. Read my reminders. Ask me for the matter, the day and the time, and check that no reminder for it \
        exists. Answer with one line: text, date, time. End with a request to confirm, then set \
        the reminder.
        """),
    AbilityTemplate(
      "compare-sources", "Compare", icon: "square.split.2x1.fill", "#AC8E68",
      description: "Compares the sources of a topic in the folder Research.",
      prompt: """
        Read all files in the folder Research/{{topic}}. Compare their claims, and identify where two sources contradict each \
        other. Answer with a table: claim, sources for it, sources against it; at most ten rows. End with the one claim to \
        check next, and where.
        """),
    AbilityTemplate(
      "experiment", "Experiment", icon: "testtube.2", "#66D4CF",
      description: "Judges a running experiment by its plan and its log.",
      prompt: """
        Read the plan and the log in the folder Experiments/{{experiment}}. Compare the entries of the last 14 days to the 14 \
        days before, and decide whether the plan's question can be answered now. Answer in three bullets: effect, certainty, \
        gaps. End with one step: continue, change or stop.
        """),
    AbilityTemplate(
      "journal", "Journal", icon: "book.closed.fill", "#FF9F0A", .evening,
      description: "Drafts the day's entry in the journal from what changed today.",
      prompt: """
        Read the history of this folder for {{today}} and the day's file in the folder Journal. Summarize what was done in \
        {{name}}'s own words, without repeating the file. Answer with one paragraph of at most five sentences. End with a \
        request to confirm, then append it to the day's file.
        """),
    AbilityTemplate(
      "tidy-context", "Tidy Context", icon: "wand.and.stars", "#98989D",
      description: "Checks context.md against the documents and proposes corrections.",
      prompt: """
        Read context.md, profile.md and the 10 documents that changed last. Compare each statement to the documents, and \
        identify those that are out of date or said twice. Answer in at most seven bullets, each with the old and the new \
        words. End with a proposal of one edit to context.md, and ask before you write it.
        """),
  ]
}
