internal import WorkspaceAPI

/// The delays before the refusal of tokens that name no version of their path, by agent and by session. Pure: the
/// caller passes times, in monotonic nanoseconds.
///
/// A model that confuses two tokens gets its answer at once. A session that tries many tokens waits for each refusal,
/// and its concurrent calls wait one after the other.
struct GuessBackoff: Hashable, Sendable {
  /// The time after which a guess no longer counts.
  static let window: Int64 = 600 * second
  /// The longest delay of one refusal.
  static let longest: Int64 = 30 * second

  private static let second: Int64 = 1_000_000_000
  private static let first: Int64 = second / 10
  private static let step: Int64 = 5 * second
  private static let most = 10_000
  /// The number of refusals without a delay, of a session and of all sessions of an agent.
  private static let (freeOfSession, freeOfAgent) = (3, 12)

  private struct Guesser: Hashable {
    var count = 0
    var last: Int64
    /// The end of the last delay.
    var until: Int64
  }

  private var sessions: [AgentSession: Guesser] = [:]
  private var agents: [AgentSession: Guesser] = [:]

  /// Makes a table without guesses.
  init() {}

  /// Records a guess.
  ///
  /// - Returns: the delay before its refusal.
  mutating func note(_ caller: Caller, at now: Int64) -> Int64 {
    let agent = AgentSession(agent: caller.agent, id: "")
    let ofAgent = Self.note(agent, free: Self.freeOfAgent, at: now, in: &agents)
    guard let session = caller.agentSession else { return ofAgent }
    return max(ofAgent, Self.note(session, free: Self.freeOfSession, at: now, in: &sessions))
  }

  private static func note(
    _ key: AgentSession, free: Int, at now: Int64, in table: inout [AgentSession: Guesser]
  ) -> Int64 {
    var guesser = table[key] ?? Guesser(last: now, until: now)
    if now - guesser.last > window { guesser.count = 0 }
    guesser.count += 1
    guesser.last = now
    let pause = guesser.count > free ? min(step, first << min(guesser.count - free - 1, 20)) : 0
    guesser.until = min(max(guesser.until, now) + pause, now + longest)
    // Entries older than the window are deleted first, then all.
    if table.count >= most, table[key] == nil {
      table = table.filter { now - $0.value.last <= window }
      if table.count >= most { table = [:] }
    }
    table[key] = guesser
    return guesser.until - now
  }
}
