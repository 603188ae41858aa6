internal import FolderKeeping
internal import WorkspaceAPI
internal import GitObjects
internal import Synchronization
internal import Threads

/// The state of agents' sessions between their calls, in memory: answers, and the tip that each session last received.
final class AgentCalls: Sendable {
  private static let mostSessions = 10_000

  private struct State {
    var repeated = RepeatedCalls()
    var reported: [AgentSession: ObjectID] = [:]
    var recalling: Task<Void, Never>?
  }

  /// The ends of calls and of their writes.
  let changes = ChangeSignal()
  private let state = Mutex(State())

  /// Makes a store without sessions.
  init() {}

  /// Loads the calls of earlier runs, once; concurrent callers wait for the same load.
  func recall(_ load: @escaping @Sendable () async -> [RecalledCall], at time: Int64) async {
    let task = state.withLock { state in
      let task =
        state.recalling
        ?? Task {
          for call in await load() { self.recall(call, at: time) }
        }
      state.recalling = task
      return task
    }
    await task.value
  }

  /// Adds a call of an earlier run to the table.
  func recall(_ call: RecalledCall, at time: Int64) {
    state.withLock { state in
      state.repeated.recall(
        RepeatedWrite(receipt: call.receipt, time: time - call.age * 1_000_000_000), in: call.call, of: call.session,
        paths: call.paths)
    }
  }

  /// Returns whether a call is known.
  func knows(_ call: String, of session: AgentSession) -> Bool {
    state.withLock { $0.repeated.knows(call, of: session) }
  }

  /// Notes the start of a call, as `RepeatedCalls.begin`.
  func begin(
    _ call: String, of session: AgentSession, expires: Bool, at time: Int64
  ) -> RepeatedCalls.Beginning {
    state.withLock { $0.repeated.begin(call, of: session, expires: expires, at: time) }
  }

  /// Notes that a call starts anew.
  func restart(_ call: String, of session: AgentSession, at time: Int64) {
    state.withLock { $0.repeated.restart(call, of: session, at: time) }
  }

  /// Notes a durable write; does nothing if the caller names no call for it.
  func wrote(_ receipt: WriteReceipt, _ caller: Caller, at time: Int64) {
    guard let call = caller.call, let session = caller.agentSession else { return }
    state.withLock { $0.repeated.wrote(RepeatedWrite(receipt: receipt, time: time), in: call, of: session) }
    changes.note()
  }

  /// Notes the end of a call.
  func end(_ end: CallEnd, of session: AgentSession, at time: Int64) {
    state.withLock { $0.repeated.end(end.key, of: session, answer: end.answer, paths: end.paths, at: time) }
    changes.note()
  }

  /// Returns the tip that a session last received; nil for a session without calls.
  func reported(_ session: AgentSession) -> ObjectID? { state.withLock { $0.reported[session] } }

  /// Records the tip at which a session begins, unless the session is known.
  func meet(_ session: AgentSession, _ tip: ObjectID?) {
    guard reported(session) == nil else { return }
    tell(session, tip)
  }

  /// Records the tip that a session last received.
  func tell(_ session: AgentSession, _ tip: ObjectID?) {
    state.withLock { state in
      // At the limit all entries are deleted: most of these sessions ended long ago.
      if state.reported.count >= Self.mostSessions, state.reported[session] == nil { state.reported = [:] }
      state.reported[session] = tip
    }
  }
}
