import Models
import Sessions
import Testing
import Values

@Suite struct VisibleConversationTests {
  private static let question = SessionQuestion(
    id: "1.1", kind: .model, text: "Which?", choices: ["red", "blue"], state: "x")
  private static let steps: [SessionStep] = [
    .begun(SessionLineTests.plan), .message(ModelMessage(.user, "Paint\nit")), .moved(.running), .sent, .partial("I "),
    .spent(CallSpending(model: "m", usage: TokenUsage())),
    .message(
      ModelMessage(
        .assistant, [.reasoning("r", signature: "s"), .text("I ask."), SessionLab.call("c", "ask_user", "{}")])),
    .call(id: "1.1", tool: "ask_user"), .asked(question), .moved(.waitingForUser), .answered(id: "1.1", text: "red"),
    .moved(.running), .message(ModelMessage(.assistant, [SessionLab.call("d", "read_file", "{}")])),
    .ended(CallOutcome(id: "2.1", text: "content")), .message(ModelMessage(.user, "Continue.")),
    .asked(SessionQuestion(id: "budget", kind: .budget, text: "Continue?", choices: ["continue", "stop"])),
    .answered(id: "3.1", text: ""), .ended(CallOutcome(id: "3.1", text: "All is red.", completion: "success")),
  ]

  private static func lines(_ steps: [SessionStep] = steps) -> [SessionLine] {
    steps.enumerated().map { SessionLine(number: $0 + 1, time: 1_700_000_000_000, step: $1) }
  }

  private static func messages(_ steps: [SessionStep] = steps) -> [VisibleMessage] {
    var conversation = VisibleConversation()
    return conversation.take(lines(steps))
  }

  @Test func `the task, texts, questions and answers are visible, and no tool, result or reasoning`() {
    let shown = Self.messages().map { "\($0.id) \($0.role) \($0.kind): \($0.text)" }
    #expect(
      shown == [
        "s1-1 user message: Paint\nit", "s1-2 assistant message: I ask.", "s1-3 assistant question: Which?",
        "s1-4 user answer: red", "s1-5 assistant question: Continue?", "s1-6 assistant message: All is red.",
      ])
  }

  @Test func `a task of an agent and an answer of another machine have the names of their authors`() throws {
    var plan = SessionLineTests.plan
    plan.requester = SessionRequester(agent: "Claude Code", session: "s9")
    var steps = Self.steps
    steps[0] = .begun(plan)
    let place = try #require(steps.firstIndex(of: .answered(id: "1.1", text: "red")))
    steps[place] = .answered(id: "1.1", text: "red", person: "Ben Ox <ben@example.org>")
    let messages = Self.messages(steps)
    let names = messages.map { JSONValue(line: Array($0.line.dropLast()))?["name"]?.text }
    #expect(names == ["Claude Code", nil, nil, "Ben Ox", nil, nil])
    #expect(messages[0].sender == .agent(SessionRequester(agent: "Claude Code", session: "s9")))
    #expect(Self.messages().allSatisfy { $0.sender == nil })
  }

  @Test func `messages after a take-over have ids of their own, those before keep theirs`() {
    var steps = Self.steps
    steps.insert(.taken(machine: "Laptop", mark: "ab12"), at: 10)
    #expect(
      Self.messages(steps).map(\.id) == ["s1-1", "s1-2", "s1-3", "s1-4-ab12", "s1-5-ab12", "s1-6-ab12"])
    #expect(Self.messages(steps).map(\.text) == Self.messages().map(\.text))
  }

  @Test func `a message keeps its number and its text while the log grows`() {
    let whole = Self.messages()
    for count in 0...Self.steps.count {
      let part = Self.messages(Array(Self.steps.prefix(count)))
      #expect(part == Array(whole.prefix(part.count)), "\(count)")
      var conversation = VisibleConversation()
      #expect(conversation.take(Self.lines().prefix(count)) == part && conversation.lines == count)
      #expect(part + conversation.take(Self.lines().dropFirst(count)) == whole, "\(count)")
    }
  }

  @Test func `a message is a line of JSON that begins with its mark`() throws {
    for message in Self.messages() {
      let line = message.line
      #expect(line.starts(with: message.mark.utf8) && line.count { $0 == 0x0A } == 1 && line.last == 0x0A)
      let value = try #require(JSONValue(line: Array(line.dropLast())))
      #expect(value["id"]?.text == message.id && value["text"]?.text == message.text)
      #expect(value["role"]?.text == message.role.rawValue && value["time"]?.text == "2023-11-14T22:13:20Z")
      #expect(value["choices"]?.elements?.compactMap(\.text) ?? [] == message.choices)
    }
    // No mark is the beginning of another: message 1 and message 10.
    let marks = ["s1-1", "s1-10"].map {
      VisibleMessage(id: $0, time: 0, role: .user, kind: .message, text: "x", choices: []).mark
    }
    #expect(!marks[1].hasPrefix(marks[0]))
  }
}
