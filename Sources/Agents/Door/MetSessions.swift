internal import GitObjects
internal import Synchronization
internal import WorkspaceAPI

/// The sessions that called this server, each with the tip of its last report. The daemon forgets these tips when it is
/// restarted.
final class MetSessions: Sendable {
  private static let most = 10_000

  private let tips = Mutex<[AgentSession: ObjectID?]>([:])

  init() {}

  /// Returns whether a session called before.
  func has(_ session: AgentSession) -> Bool { tips.withLock { $0.index(forKey: session) != nil } }

  /// Returns the tip of a session's last report.
  func tip(of session: AgentSession) -> ObjectID? { tips.withLock { $0[session] ?? nil } }

  /// Records a session's call.
  func note(_ session: AgentSession, _ tip: ObjectID?) {
    tips.withLock { tips in
      if tips.count >= Self.most { tips = [:] }
      tips.updateValue(tip, forKey: session)
    }
  }
}
