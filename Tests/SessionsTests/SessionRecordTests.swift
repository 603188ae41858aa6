import Models
import Sessions
import Testing
import Values

@Suite struct SessionRecordTests {
  private static let calls = ModelMessage(
    .assistant,
    [
      .text("I look."), .toolCall(ToolCall(id: "x", name: "read_file", input: "{}")),
      .toolCall(ToolCall(id: "y", name: "ask_user", input: "{}")),
    ])

  /// Returns the state after steps, a second apart.
  static func record(_ steps: [SessionStep]) throws -> SessionRecord {
    let lines = ([.begun(SessionLineTests.plan)] + steps).enumerated().map {
      SessionLine(number: $0 + 1, time: Int64($0) * 1_000, step: $1)
    }
    return try #require(SessionRecord(lines))
  }

  private static let opening: [SessionStep] = [
    .moved(.running), .message(ModelMessage(.user, "Go")), .sent, .partial("I l"), .partial("ook."),
    .spent(CallSpending(model: "m", usage: TokenUsage(input: 5, output: 2), cost: Cost(picodollars: 9))),
    .message(calls),
  ]

  @Test func `the checkpoint has the five facts of a session in the middle of its work`() throws {
    let record = try Self.record(
      Self.opening + [.call(id: "1.1", tool: "read_file"), .ended(.init(id: "1.1", text: "A"))])
    let value = SessionCheckpoint.value(record)
    #expect(
      value.members?.map(\.name) == [
        "sessionId", "conversationHistory", "pendingToolCalls", "partialResults", "timestamp",
      ])
    #expect(value["sessionId"] == "s1" && value["conversationHistory"]?.elements?.count == 2)
    #expect(value["pendingToolCalls"]?.elements?.first?["id"] == "1.2")
    #expect(value["partialResults"]?.elements?.first?["text"] == "A")
    #expect(value["timestamp"] == "1970-01-01T00:00:09Z")
  }

  @Test func `the pieces of an answer are partial results until it is whole or cut`() throws {
    #expect(try Self.record(Array(Self.opening.prefix(5))).partial == "I look.")
    #expect(try Self.record(Self.opening).partial.isEmpty)
    let cut = try Self.record(Self.opening.prefix(5) + [.cut("gone")])
    #expect(cut.partial.isEmpty && cut.cuts == 1 && !cut.isSent && cut.messages.count == 1)
  }

  @Test func `the text of an answer that broke off stays in the views until an answer is whole`() throws {
    let arriving = Array(Self.opening.prefix(5))
    func last(_ record: SessionRecord, isRunning: Bool = false) -> JSONValue? {
      SessionCheckpoint.value(record, isRunning: isRunning)["partialResults"]?.elements?.last
    }
    #expect(last(try Self.record(arriving), isRunning: true) == ["text": "I look."])
    let interrupted: JSONValue = ["text": "I look.", "isInterrupted": true]
    #expect(last(try Self.record(arriving)) == interrupted, "the process was killed")
    // A further answer without a text does not hide the earlier one.
    for more: [SessionStep] in [[], [.sent], [.sent, .cut("again")]] {
      let record = try Self.record(arriving + [.cut("gone")] + more)
      #expect(record.unfinished == "I look." && last(record, isRunning: true) == interrupted)
      #expect(SessionConversation.markdown(record).hasSuffix("\n**Agent (interrupted):**\n\nI look.\n"))
    }
    #expect(try Self.record(arriving + [.cut("gone"), .sent, .partial("Anew")]).unfinished == "Anew")
    let whole = try Self.record(arriving + [.cut("gone"), .sent, .message(Self.calls)])
    #expect(whole.unfinished.isEmpty && last(whole) == nil && whole.cuts == 0)
  }

  @Test func `the results of all calls of an answer become one message, in the order of the calls`() throws {
    let record = try Self.record(
      Self.opening + [
        .ended(.init(id: "1.1", text: "A", isError: true)),
        .asked(SessionQuestion(id: "1.2", kind: .model, text: "Which?")), .answered(id: "1.2", text: "this"),
      ])
    #expect(record.pending.isEmpty && record.question == nil)
    #expect(
      record.messages.last
        == ModelMessage(
          .user,
          [.toolResult(ToolResult(id: "x", text: "A", isError: true)), .toolResult(ToolResult(id: "y", text: "this"))]))
  }

  @Test func `a permission belongs to its call, which remains, and another id answers nothing`() throws {
    let asked = SessionQuestion(id: "1.1", kind: .permission, text: "May I?", choices: ["allow", "deny"], state: "q")
    let record = try Self.record(
      Self.opening + [.asked(asked), .answered(id: "1.2", text: "deny"), .answered(id: "1.1", text: "allow")])
    #expect(record.pending.first?.permission == Permission(word: "allow", state: "q"))
    #expect(record.pending.count == 2 && record.question == nil)
  }

  @Test func `tokens, cost and turns add up, and a call without a price is counted`() throws {
    let free = CallSpending(model: "m", usage: TokenUsage(cacheRead: 1, cacheWrite: 1))
    let record = try Self.record(Self.opening + [.sent, .spent(free)])
    #expect(record.totals.tokens == 9 && record.totals.turns == 2)
    #expect(record.totals.cost == Cost(picodollars: 9) && record.totals.unpriced == 1)
  }

  @Test func `a log that does not begin with a plan is no session`() {
    #expect(SessionRecord([]) == nil && SessionRecord([SessionLine(number: 1, time: 0, step: .sent)]) == nil)
  }

  @Test func `the conversation as Markdown has texts, calls and shortened results`() throws {
    let long = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let record = try Self.record(
      Self.opening + [.ended(.init(id: "1.1", text: "a ``` b")), .ended(.init(id: "1.2", text: long))])
    let text = SessionConversation.markdown(record)
    #expect(text.hasPrefix("# Session s1\n\n**User:**\n\nGo\n\n**Agent:**\n\nI look.\n"))
    #expect(text.contains("````\na ``` b\n````") && text.contains("(10 more lines)") && !text.contains("line 21"))
    let places = ["read_file", "a ``` b", "ask_user", "line 1\n"].map { text.ranges(of: $0).first?.lowerBound }
    #expect(places == places.sorted { ($0 ?? text.endIndex) < ($1 ?? text.endIndex) }, "each result is below its call")
    #expect(SessionConversation.markdown(try Self.record(Self.opening)).contains("(no result yet)"))
  }
}
