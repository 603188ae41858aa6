import Models
import Sessions
import Testing

@Suite struct SessionLineTests {
  static let plan = SessionPlan(
    id: "s1", agent: "Stet", prompt: "Read \"a\"\nand b", ability: "week", provider: "p", tier: .fast,
    budget: SessionBudget(tokens: 9, answerTokens: 8, turns: 7, cost: Cost(picodollars: 5), excess: .fail))

  private static let requested = {
    var asked = plan
    asked.requester = SessionRequester(agent: "Claude Code", session: "s9")
    return asked
  }()

  /// A step of each kind, with all fields.
  static let steps: [SessionStep] = [
    .begun(plan),
    .message(
      ModelMessage(
        .assistant,
        [
          .text("é😀\n"), .reasoning("r", signature: "s"), .hiddenReasoning("h"),
          .toolCall(ToolCall(id: "c", name: "read_file", input: "{no json")),
          .toolResult(ToolResult(id: "c", text: "t", isError: true)),
        ])),
    .sent, .partial("Hel"),
    .spent(
      CallSpending(
        model: "m", usage: TokenUsage(input: 1, cacheRead: 2, cacheWrite: 3, output: 4), cost: Cost(picodollars: 6),
        turns: 3)),
    .expected(
      CallEstimate(
        model: "m", input: 7, price: TokenPrice(input: 1, output: 2, cacheRead: 3, cacheWrite: 4))),
    .expected(CallEstimate(model: "", input: 7)),
    .spent(CallSpending(model: "m", usage: TokenUsage(input: 1), isEstimate: true)), .thread("a1"), .cut("why"),
    .call(id: "1.1", tool: "read_file"),
    .ended(CallOutcome(id: "1.1", text: "t", isError: true, completion: "success", isCached: true)),
    .asked(SessionQuestion(id: "1.1", kind: .permission, text: "May I?", choices: ["allow", "deny"], state: "x")),
    .answered(id: "1.1", text: "allow"), .answered(id: "1.1", text: "allow", person: "Ben <ben@example.org>"),
    .moved(.failed("reason")), .moved(.running),
    .refused(from: .idle, to: .completed), .limited(.quickChat), .folded(3),
    .taken(machine: "server", mark: "ab12cd34"),
  ]

  private static func bytes(_ count: Int = steps.count) -> [UInt8] {
    steps.prefix(count).enumerated().flatMap { SessionLine(number: $0 + 1, time: 5, step: $1).bytes }
  }

  @Test func `each step is one line that is read as the same step`() {
    for step in Self.steps + [.begun(Self.requested)] {
      let line = SessionLine(number: 2, time: 1_700_000_000_123, step: step)
      #expect(line.bytes.count { $0 == 0x0A } == 1 && line.bytes.last == 0x0A)
      #expect(SessionLine(Array(line.bytes.dropLast())) == line)
    }
  }

  @Test func `a log that is cut at any byte has the whole lines before the cut`() {
    let bytes = Self.bytes(6)
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    for length in 0...bytes.count {
      let read = SessionLines(Array(bytes.prefix(length)))
      #expect(read.lines.count == ends.count { $0 <= length } && read.damaged == nil)
      #expect(read.length == ends.last { $0 <= length } ?? 0)
    }
  }

  @Test func `a tail of zeros is cut off, with the lines of its append`() {
    let last = SessionLine(number: 7, time: 5, step: .sent).bytes
    for tail in [[UInt8](repeating: 0, count: 4_096), [0, 0, 0x0A], [0, 0x0A] + last] {
      let read = SessionLines(Self.bytes(6) + tail)
      #expect(read.lines.count == 6 && read.length == Self.bytes(6).count && read.damaged == nil)
    }
  }

  @Test func `an unreadable line before later appends is damage, and names its place`() {
    let later = SessionLine(number: 8, time: 5, step: .sent).bytes
    #expect(SessionLines(Self.bytes(6) + [0x7B, 0x0A] + later).damaged == 7)
    #expect(SessionLines(Self.bytes(3) + Self.bytes().dropFirst(Self.bytes(4).count)).damaged != nil)
  }

  @Test func `numbers and times that no log reaches are no lines`() {
    for (number, time) in [("9223372036854775807", "5"), ("-1", "5"), ("1", "9223372036854775807"), ("1", "-1")] {
      let line = Array("{\"n\":\(number),\"t\":\(time),\"k\":\"sent\"}".utf8)
      #expect(SessionLine(line) == nil)
    }
  }

  @Test func `an id is a short name that cannot leave its folder`() {
    for id in ["a", "7k2-9", "A_b"] { #expect(SessionPlan.isID(id)) }
    for id in ["", "-a", "..", "a/b", "é", "a b", String(repeating: "a", count: 65)] { #expect(!SessionPlan.isID(id)) }
  }
}
