import Sessions
import Testing

@Suite struct SessionStateTests {
  /// The transitions of the life cycle; no other pair is one.
  private static let allowed: Set<[SessionState.Kind]> = [
    [.idle, .running], [.running, .waitingForUser], [.running, .backgrounded], [.running, .completed],
    [.running, .failed], [.waitingForUser, .running], [.waitingForUser, .backgrounded], [.backgrounded, .running],
    [.backgrounded, .completed],
  ]

  private static let pairs = SessionState.Kind.allCases.flatMap { from in
    SessionState.Kind.allCases.map { [from, $0] }
  }

  @Test func `the table has 36 pairs, of which nine are transitions`() {
    #expect(Self.pairs.count == 36 && Self.allowed.count == 9)
  }

  @Test(arguments: pairs)
  func `exactly the transitions of the life cycle are allowed`(pair: [SessionState.Kind]) {
    #expect(SessionState(pair[0], reason: "x").allows(pair[1]) == Self.allowed.contains(pair))
  }

  @Test func `each status has its text, and a failure has its reason`() {
    #expect(SessionState.running.text == "Working..." && SessionState.waitingForUser.text == "Waiting for your input")
    #expect(
      SessionState.backgrounded.text.hasPrefix("Paused") && SessionState.failed("no key").text == "Failed: no key")
    #expect(SessionState.failed("cancelled").text == "Cancelled", "a person ended it")
    #expect(SessionState.completed.isFinal && SessionState.failed("").isFinal && !SessionState.backgrounded.isFinal)
  }

  @Test func `a paused session fails by way of running, and nothing leads out of a final state`() {
    #expect(SessionState.backgrounded.path(to: .failed) == [.running, .failed])
    #expect(SessionState.idle.path(to: .failed) == [.running, .failed])
    #expect(SessionState.running.path(to: .failed) == [.failed])
    #expect(SessionState.completed.path(to: .running) == nil && SessionState.failed("").path(to: .idle) == nil)
  }
}
