internal import Models
internal import Values

/// A message of a session's conversation that people see. Pure.
package struct VisibleMessage: Hashable, Sendable {
  /// The author: the person or the agent.
  package enum Role: String, Hashable, Sendable {
    case user, assistant
  }

  /// The meaning of a message.
  package enum Kind: String, Hashable, Sendable {
    /// The task or a text; a question; an answer to one.
    case message, question, answer
  }

  /// The id, which no other message of any session has.
  package var id: String
  /// The time in milliseconds since 1970.
  package var time: Int64
  /// The author.
  package var role: Role
  /// The meaning.
  package var kind: Kind
  package var text: String
  /// The possible answers to a question; empty for any text.
  package var choices: [String]
  /// The author of a message of the role `user`, if that is not the person of this machine; nil otherwise.
  package var sender: Sender?

  /// An author who is not the person of this machine.
  package enum Sender: Hashable, Sendable {
    /// The agent that began the session.
    case agent(SessionRequester)
    /// The person who answered on another machine, as `Name <address>`.
    case person(String)

    /// The name for people.
    package var name: String {
      switch self {
      case .agent(let requester): requester.agent
      case .person(let text): text.split(separator: " <").first.map(String.init) ?? text
      }
    }
  }

  /// Creates a message.
  package init(id: String, time: Int64, role: Role, kind: Kind, text: String, choices: [String]) {
    (self.id, self.time, self.role, self.kind) = (id, time, role, kind)
    (self.text, self.choices) = (text, choices)
  }

  /// The beginning of the line, which no line of another message has.
  package var mark: String { "{\"id\":\(JSONString.quoted(id))," }

  /// The line of JSON with the message, with the newline.
  package var line: [UInt8] {
    var members = [
      JSONMember(name: "id", value: .string(id)), JSONMember(name: "time", value: .string(ISOTime.text(time / 1_000))),
      JSONMember(name: "role", value: .string(role.rawValue)), JSONMember(name: "text", value: .string(text)),
    ]
    if let sender { members.append(JSONMember(name: "name", value: .string(sender.name))) }
    if kind != .message { members.append(JSONMember(name: "kind", value: .string(kind.rawValue))) }
    if !choices.isEmpty {
      members.append(JSONMember(name: "choices", value: .array(choices.map { .string($0) })))
    }
    return JSONValue.object(members).line + [0x0A]
  }
}

/// The conversation of a session as people see it: the task, the agent's texts, its questions and the person's answers.
/// Pure.
///
/// The log is only appended to, so that a message keeps its number and its text, and each line is taken once.
package struct VisibleConversation: Hashable, Sendable {
  /// The number of lines that were taken.
  package private(set) var lines = 0
  /// The number of messages in them.
  private var count = 0
  private var plan: SessionPlan?
  /// The end of the ids since the last take-over: the machine before may have written a message that is not in this log.
  private var mark = ""

  /// Creates the conversation before the first line.
  package init() {}

  /// Takes the next lines of a log; returns their messages.
  package mutating func take(_ next: some Sequence<SessionLine>) -> [VisibleMessage] {
    var messages: [VisibleMessage] = []
    for line in next {
      if lines == 0, case .begun(let plan) = line.step { self.plan = plan }
      if case .taken(_, let mark) = line.step { self.mark = "-" + mark }
      lines += 1
      guard let plan, let (role, kind, text, choices) = Self.content(line.step, isFirst: count == 0), !text.isEmpty
      else { continue }
      count += 1
      var message = VisibleMessage(
        id: "\(plan.id)-\(count)\(mark)", time: line.time, role: role, kind: kind, text: text, choices: choices)
      message.sender = Self.sender(line.step, plan)
      messages.append(message)
    }
    return messages
  }

  private static func sender(_ step: SessionStep, _ plan: SessionPlan) -> VisibleMessage.Sender? {
    switch step {
    case .message(let message) where message.role == .user: plan.requester.map { .agent($0) }
    case .answered(_, _, let person): person.map { .person($0) }
    default: nil
    }
  }

  private static func content(
    _ step: SessionStep, isFirst: Bool
  ) -> (VisibleMessage.Role, VisibleMessage.Kind, String, [String])? {
    switch step {
    case .message(let message):
      // Only the first message of the user is the person's: the others are results of tools and requests to continue.
      guard message.role == .assistant || isFirst else { return nil }
      let texts = message.blocks.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return (message.role == .user ? .user : .assistant, .message, texts.joined(), [])
    case .asked(let question): return (.assistant, .question, question.text, question.choices)
    case .answered(_, let text, _): return (.user, .answer, text, [])
    case .ended(let outcome) where outcome.completion != nil: return (.assistant, .message, outcome.text, [])
    default: return nil
    }
  }
}
