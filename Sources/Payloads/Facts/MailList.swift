internal import Values

/// Messages of a mailbox.
package struct MailList: Hashable, Sendable {
  /// The days on which they arrived.
  package var days: DaySpan
  /// The messages, newest first.
  package var messages: [MailMessage]
  /// The number of messages of these days; greater than that of `messages` if there were too many.
  package var total: Int

  /// Creates a list.
  package init(days: DaySpan, messages: [MailMessage], total: Int) {
    self.days = days
    self.messages = messages
    self.total = total
  }

  /// The number of unread messages in the list.
  package var unread: Int { messages.count(where: \.isUnread) }

  /// The messages that may require an action: flagged, or unread and addressed to the person by a person; without
  /// answered ones.
  package var actionRequired: MailList {
    let messages = messages.filter { !$0.isAnswered && ($0.isFlagged || $0.isUnread && $0.isToMe && !$0.isBulk) }
    return MailList(days: days, messages: messages, total: messages.count)
  }

  /// The newest message that is addressed to the person by a person, else the newest; an empty list without messages.
  package var newest: MailList {
    let message = messages.first { $0.isToMe && !$0.isBulk && !$0.isAnswered } ?? messages.first
    return MailList(days: days, messages: message.map { [$0] } ?? [], total: message == nil ? 0 : 1)
  }
}

/// A message.
package struct MailMessage: Hashable, Sendable {
  /// The message id; nil if it has none.
  package var id: String?
  /// The sender: the name, else the address.
  package var from: String
  /// The address of the sender.
  package var address: String
  /// The subject; empty if it has none.
  package var subject: String
  /// The time of arrival.
  package var date: LocalTime
  /// Whether it is unread (no flag `S`).
  package var isUnread: Bool
  /// Whether it is flagged (`F`).
  package var isFlagged: Bool
  /// Whether it is answered (`R`).
  package var isAnswered: Bool
  /// Whether it is addressed to the person; true if the person's addresses are not known.
  package var isToMe: Bool
  /// Whether a list or a program sent it (`List-Id`, `Precedence`, `Auto-Submitted`).
  package var isBulk: Bool
  /// The beginning of the text on one line, or the whole text if it was requested.
  package var text: String

  /// Creates a message.
  package init(from: String, address: String, subject: String, date: LocalTime, text: String) {
    self.from = from
    self.address = address
    self.subject = subject
    self.date = date
    self.text = text
    isUnread = false
    isFlagged = false
    isAnswered = false
    isToMe = true
    isBulk = false
  }
}

extension MailList: PayloadContent {
  var members: [JSONMember] {
    var fields = JSONFields()
    fields.add("from", days.first.text)
    fields.add("to", days.last.text)
    fields.add("total", total)
    fields.add("unread", unread)
    fields.add("messages", .array(messages.map(\.json)))
    return fields.members
  }

  var lines: [String] {
    guard !messages.isEmpty else { return ["No messages."] }
    var rows = AlignedLines()
    for message in messages {
      let day = message.date.day == days.last ? message.date.clock : message.date.day.words
      rows.add(
        message.isFlagged ? "!" : message.isUnread ? "*" : " ", day, message.from,
        message.subject.isEmpty ? "(no subject)" : message.subject)
    }
    guard total > messages.count else { return rows.lines }
    return rows.lines + ["… and \(total - messages.count) older ones"]
  }
}

extension MailMessage {
  /// The message as a JSON object.
  var json: JSONValue {
    var fields = JSONFields()
    fields.add("id", id)
    fields.add("from", from)
    fields.add("address", address)
    fields.add("subject", subject)
    fields.add("date", date.json)
    fields.add("unread", isUnread)
    fields.add("flagged", isFlagged)
    fields.add("answered", isAnswered)
    fields.add("toMe", isToMe)
    fields.add("bulk", isBulk)
    fields.add("text", text)
    return fields.value
  }
}
