internal import Synchronization

/// The person's answers to the acts that agents asked for, each valid for an hour; kept in memory only.
package final class Approvals: Sendable {
  /// The time for which an answer is valid, in nanoseconds.
  package static let lifetime: Int64 = 3_600_000_000_000
  /// The maximum number of open questions: an agent that asks without end must not hide the questions of others.
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

  /// Makes an empty table.
  package init() {}

  /// Returns the key of an act: equal for the same agent, kind of access and file.
  package static func key(of act: AgentAct) -> String {
    ([act.agent, act.kind.rawValue] + PathIdentity(act.path).names).joined(separator: "/")
  }

  /// Returns the person's answer to an act; nil if there is none, or if it has expired.
  package func answer(to act: AgentAct, at now: Int64) -> Bool? {
    state.withLock { state in
      guard let answer = state.answers[Self.key(of: act)], answer.until > now else { return nil }
      return answer.isAllowed
    }
  }

  /// Registers a question about an act.
  ///
  /// - Returns: false if too many questions are open.
  package func ask(_ id: String, for act: AgentAct) -> Bool {
    state.withLock { state in
      guard state.asked[id] != nil || state.asked.count < Self.mostOpen else { return false }
      state.asked[id] = (Self.key(of: act), act.agent)
      return true
    }
  }

  /// Whether a question with this id is open and concerns an act of the agent.
  package func isAbout(_ agent: String, _ id: String) -> Bool {
    state.withLock { $0.asked[id]?.agent.hasSameBytes(as: agent) == true }
  }

  /// Stores the person's answer.
  ///
  /// - Returns: false if no question with this id is open.
  package func answer(_ id: String, isAllowed: Bool, at now: Int64) -> Bool {
    state.withLock { state in
      guard let key = state.asked.removeValue(forKey: id)?.key else { return false }
      state.answers = state.answers.filter { $0.value.until > now }
      state.answers[key] = Answer(isAllowed: isAllowed, until: now + Self.lifetime)
      return true
    }
  }
}
