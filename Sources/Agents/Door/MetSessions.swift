internal import GitObjects
internal import Synchronization

/// The sessions that called at this door, each with the tip that it was told of last: what the daemon forgets when it is
/// started anew.
final class MetSessions: Sendable {
  private static let most = 10_000

  private let tips = Mutex<[NameKey: ObjectID?]>([:])

  /// Knows of none.
  init() {}

  /// Whether a session called before.
  func has(_ session: String) -> Bool { tips.withLock { $0.index(forKey: NameKey(session)) != nil } }

  /// The tip that a session was told of last.
  func tip(of session: String) -> ObjectID? { tips.withLock { $0[NameKey(session)] ?? nil } }

  /// Notes a session's call.
  func note(_ session: String, _ tip: ObjectID?) {
    tips.withLock { tips in
      if tips.count >= Self.most { tips = [:] }
      tips.updateValue(tip, forKey: NameKey(session))
    }
  }
}
