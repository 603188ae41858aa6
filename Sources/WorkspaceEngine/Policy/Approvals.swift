internal import GitObjects
internal import Synchronization

/// What a person answered to what agents asked to do, for an hour; kept in memory only.
final class Approvals: Sendable {
  /// For so long an answer holds, in nanoseconds.
  static let lifetime: Int64 = 3_600_000_000_000
  /// So many may be open at once: an agent that asks without end must not bury what others ask.
  static let mostOpen = 50

  private struct Answer {
    var isAllowed: Bool
    var until: Int64
  }

  private struct State {
    var asked: [String: (key: String, agent: String)] = [:]
    var answers: [String: Answer] = [:]
  }

  private let state = Mutex(State())

  /// What an act is called: the same for the same agent, act and file.
  static func key(of act: AgentAct) -> String {
    ([act.agent, act.kind.rawValue] + PathIdentity(act.path).names).joined(separator: "/")
  }

  /// What was answered to an act; nil where nothing was, or too long ago.
  func answer(to act: AgentAct, at now: Int64) -> Bool? {
    state.withLock { state in
      guard let answer = state.answers[Self.key(of: act)], answer.until > now else { return nil }
      return answer.isAllowed
    }
  }

  /// Notes that a question asks for an act; false where too many are open.
  func ask(_ id: String, for act: AgentAct) -> Bool {
    state.withLock { state in
      guard state.asked[id] != nil || state.asked.count < Self.mostOpen else { return false }
      state.asked[id] = (Self.key(of: act), act.agent)
      return true
    }
  }

  /// Whether a question is open that asks for an act of an agent.
  func isAbout(_ agent: String, _ id: String) -> Bool {
    state.withLock { $0.asked[id]?.agent.hasSameBytes(as: agent) == true }
  }

  /// Takes an answer; false where the question is none of these.
  func answer(_ id: String, isAllowed: Bool, at now: Int64) -> Bool {
    state.withLock { state in
      guard let key = state.asked.removeValue(forKey: id)?.key else { return false }
      state.answers = state.answers.filter { $0.value.until > now }
      state.answers[key] = Answer(isAllowed: isAllowed, until: now + Self.lifetime)
      return true
    }
  }
}
