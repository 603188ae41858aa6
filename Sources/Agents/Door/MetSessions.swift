internal import GitObjects
internal import Synchronization
internal import WorkspaceAPI

/// The sessions that called at this door, each with the tip that it was told of last: what the daemon forgets when it is
/// started anew.
final class MetSessions: Sendable {
  private static let most = 10_000

  private let tips = Mutex<[AgentSession: ObjectID?]>([:])

  /// Knows of none.
  init() {}

  /// Whether a session called before.
  func has(_ session: AgentSession) -> Bool { tips.withLock { $0.index(forKey: session) != nil } }

  /// The tip that a session was told of last.
  func tip(of session: AgentSession) -> ObjectID? { tips.withLock { $0[session] ?? nil } }

  /// Notes a session's call.
  func note(_ session: AgentSession, _ tip: ObjectID?) {
    tips.withLock { tips in
      if tips.count >= Self.most { tips = [:] }
      tips.updateValue(tip, forKey: session)
    }
  }
}
