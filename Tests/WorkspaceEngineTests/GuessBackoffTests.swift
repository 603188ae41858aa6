import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

@Suite struct GuessBackoffTests {
  private static let second: Int64 = 1_000_000_000

  @Test func `the first guesses of a session are refused at once, later ones ever later`() {
    var guesses = GuessBackoff()
    let caller = Caller(agent: "bot", session: "s")
    let delays = (0..<8).map { guesses.note(caller, at: Int64($0) * 60 * Self.second) }
    #expect(delays.prefix(3) == [0, 0, 0])
    #expect(zip(delays.dropFirst(3), delays.dropFirst(4)).allSatisfy { $0 > 0 && $1 > $0 })
    let later = 8 * 60 * Self.second
    #expect(guesses.note(Caller(agent: "bot", session: "t"), at: later) == 0, "another session")
    #expect(guesses.note(caller, at: later + GuessBackoff.window) == 0, "after a time")
  }

  @Test func `guesses at the same time wait for each other`() {
    var guesses = GuessBackoff()
    let delays = (0..<20).map { _ in guesses.note(Caller(agent: "bot", session: "s"), at: 0) }
    #expect(delays == delays.sorted() && delays.last ?? 0 > 10 * Self.second)
    #expect(delays.allSatisfy { $0 <= GuessBackoff.longest })
  }

  @Test func `an agent that takes a new session for each guess waits too`() {
    var guesses = GuessBackoff()
    let delays = (0..<20).map { guesses.note(Caller(agent: "bot", session: "\($0)"), at: 0) }
    #expect(delays.first == 0 && delays.last ?? 0 > 0)
    #expect(guesses.note(Caller(agent: "other", session: "0"), at: 0) == 0)
  }
}
