internal import WorkspaceAPI
internal import GitObjects
internal import Synchronization

/// What is kept of agents' sessions between their calls, in memory: answers, and the tip that each was told of last.
final class AgentCalls: Sendable {
  private static let mostSessions = 10_000

  private struct State {
    var repeated = RepeatedCalls()
    var told: [AgentSession: ObjectID] = [:]
    var recalling: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Knows of no session.
  init() {}

  /// Has what earlier runs did be known, once: whoever comes meanwhile waits for it.
  func recall(_ load: @escaping @Sendable () async -> [RecalledCall], at time: Int64) async {
    let task = state.withLock { state in
      let task =
        state.recalling
        ?? Task {
          let calls = await load()
          self.state.withLock { state in
            for call in calls {
              state.repeated.recall(
                RepeatedWrite(receipt: call.receipt, time: time - call.age * 1_000_000_000), in: call.call,
                of: call.session, paths: call.paths)
            }
          }
        }
      state.recalling = task
      return task
    }
    await task.value
  }

  /// A call begins.
  func begin(_ call: String, of session: AgentSession, at time: Int64) -> RepeatedCalls.Beginning {
    state.withLock { $0.repeated.begin(call, of: session, at: time) }
  }

  /// A call is begun anew.
  func restart(_ call: String, of session: AgentSession, at time: Int64) {
    state.withLock { $0.repeated.restart(call, of: session, at: time) }
  }

  /// A write is done; counts where its caller names the call that it is of.
  func wrote(_ receipt: WriteReceipt, _ caller: Caller, at time: Int64) {
    guard let call = caller.call, let session = caller.agentSession else { return }
    state.withLock { $0.repeated.wrote(RepeatedWrite(receipt: receipt, time: time), in: call, of: session) }
  }

  /// A call has ended.
  func end(_ end: CallEnd, of session: AgentSession, at time: Int64) {
    state.withLock { $0.repeated.end(end.key, of: session, answer: end.answer, paths: end.paths, at: time) }
  }

  /// The tip that a session was told of last; nil for one that made no call yet.
  func told(_ session: AgentSession) -> ObjectID? { state.withLock { $0.told[session] } }

  /// Notes the tip that a session began at, unless it is known.
  func meet(_ session: AgentSession, _ tip: ObjectID?) {
    guard told(session) == nil else { return }
    tell(session, tip)
  }

  /// Notes up to where a session was told.
  func tell(_ session: AgentSession, _ tip: ObjectID?) {
    state.withLock { state in
      // Sessions from before the last time are long over.
      if state.told.count >= Self.mostSessions, state.told[session] == nil { state.told = [:] }
      state.told[session] = tip
    }
  }
}
