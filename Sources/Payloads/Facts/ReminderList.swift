internal import Values

/// Open reminders.
package struct ReminderList: Hashable, Sendable {
  /// The reminders: the earliest due first, those without a time last.
  package var reminders: [Reminder]

  /// Creates a list.
  package init(reminders: [Reminder]) { self.reminders = reminders }
}

/// A reminder.
package struct Reminder: Hashable, Sendable {
  /// The identity in its file (`UID`).
  package var id: String
  package var title: String
  /// The time at which it is due; local midnight for a day, nil for none.
  package var due: LocalTime?
  /// Whether it is due on a day without a time.
  package var isWholeDay: Bool
  /// The priority from 1, the highest, to 9; nil for none.
  package var priority: Int?
  /// The name of its list; nil if it has none.
  package var list: String?

  /// Creates a reminder; the fields without arguments are nil.
  package init(id: String, title: String, due: LocalTime? = nil, isWholeDay: Bool = false) {
    self.id = id
    self.title = title
    self.due = due
    self.isWholeDay = isWholeDay
  }
}

extension ReminderList: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("reminders", reminders) { fields, reminder in
      fields.add("id", reminder.id)
      fields.add("title", reminder.title)
      fields.add("due", reminder.due.map { reminder.isWholeDay ? .string($0.day.text) : $0.json })
      fields.add("priority", reminder.priority)
      fields.add("list", reminder.list)
    }
    return fields.members
  }

  var lines: [String] {
    guard !reminders.isEmpty else { return ["No open reminders."] }
    var rows = AlignedLines()
    for reminder in reminders {
      let day = reminder.due?.day.words ?? ""
      rows.add(day, reminder.isWholeDay ? "" : reminder.due?.clock ?? "", reminder.title, reminder.list ?? "")
    }
    return rows.lines
  }
}
