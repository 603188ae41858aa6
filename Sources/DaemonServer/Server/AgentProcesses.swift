internal import DaemonClient
internal import Synchronization
internal import WorkspaceAPI

/// The processes that are known as agents: each descendant of one counts as that agent, whatever it states (review A7).
///
/// A process is known from its hook's call on. The agent is the nearest ancestor of the hook with the name of an
/// agent's program. Other ancestors may be a shell, a wrapper, or, if the agent has just ended, the person's own
/// terminal or the system. The program that runs a headless agent is known from the beginning of the run to its end; its
/// descendants are that agent. The record is kept in memory; the start time distinguishes an ended process from another
/// one with the same number.
///
/// A session that `stet run` runs has an agent of its own, also if an agent started it: the calls of that process keep
/// their agent and session. Otherwise two runs would be one session, in which calls with the same id are one call.
///
/// Outside of a run, a tool call that names its session keeps that: several conversations of one program may share its
/// hooks, and a text that one of them read is unread by the others.
final class AgentProcesses: Sendable {
  private struct Known {
    var begun: UInt64
    var caller: Caller
    /// Whether the process runs a headless agent.
    var isRun = false
  }

  /// The names of the processes of agents' programs, including the interpreters that run them.
  private static let programs: Set<String> = ["claude", "codex", "node", "bun", "deno"]

  private let known = Mutex<[Int32: Known]>([:])
  private let runner: @Sendable (String) -> Int32?

  /// Creates a record.
  ///
  /// - Parameter runner: returns the process that runs a session of `stet run`; nil if none does.
  init(runner: @escaping @Sendable (String) -> Int32?) { self.runner = runner }

  /// Records the agent whose hook calls.
  func note(_ caller: Caller, calling peer: PeerProcess) {
    guard caller.agent != nil else { return }
    for pid in peer.ancestors {
      guard let facts = PeerProcess.facts(of: pid) else { return }
      guard pid > 1, Self.programs.contains(facts.name) else { continue }
      return note(Known(begun: facts.begun, caller: caller), of: pid)
    }
  }

  /// Records the beginning or the end of the run of a headless agent, by the program that runs it.
  func note(run request: BracketRequest) {
    guard request.agent.agent != nil, let program = request.runner else { return }
    switch request.kind {
    case .begin: note(Known(begun: program.began, caller: request.agent, isRun: true), of: program.process)
    case .end, .rest: known.withLock { $0[program.process] = nil }
    }
  }

  private func note(_ agent: Known, of process: Int32) {
    known.withLock { known in
      if known.count > 1_000 { known = [:] }
      known[process] = agent
    }
  }

  /// Returns the true caller of a request: an agent if anything in the calling process indicates one.
  ///
  /// A process that is not known as an agent counts as one if it descends from an agent's program, or if its
  /// environment names an agent. A person who is mistaken for an agent can use another terminal; an agent that is
  /// mistaken for the person would read, write or decide in their name.
  ///
  /// - Parameters:
  ///   - caller: the caller that the request states.
  ///   - peer: the process at the other end of the socket.
  ///   - connection: the number of the connection.
  /// - Throws: `VerbError` if a name is too long.
  func truth(of caller: Caller, calling peer: PeerProcess, over connection: UInt64) throws(VerbError) -> Caller {
    try caller.checkLengths()
    var truth = known(caller, calling: peer)
    if truth.agent == nil {
      let environment = AgentEvidence.environment(of: peer.pid) ?? []
      if let run = AgentEvidence.run(in: AgentEvidence.variables(in: environment)) {
        (truth.agent, truth.session) = (run.agent, truth.session ?? run.session)
        try truth.checkLengths()
      } else {
        truth.agent = AgentEvidence.agent(above: peer) ?? AgentEvidence.agent(in: environment)
      }
    }
    truth.hasTerminal = truth.agent == nil && peer.hasTerminal ? true : nil
    (truth.connection, truth.pid) = (connection, peer.pid)
    return truth
  }

  /// Returns the known agent that is an ancestor of the caller; the stated caller if there is none, or the calling
  /// process runs the stated session.
  private func known(_ caller: Caller, calling peer: PeerProcess) -> Caller {
    let known = known.withLock { $0 }
    guard !known.isEmpty else { return caller }
    let above = peer.ancestors.compactMap { pid in
      known[pid].flatMap { PeerProcess.isRunning(pid, since: $0.begun) ? $0 : nil }
    }
    guard let agent = above.first else { return caller }
    if caller.agent != nil, let session = caller.session, runner(session) == peer.pid { return caller }
    var truth = caller
    (truth.agent, truth.model) = (agent.caller.agent, caller.model ?? agent.caller.model)
    if caller.namesSession != true || caller.session == nil || above.contains(where: \.isRun) {
      (truth.session, truth.sharesSession) = (agent.caller.session, agent.caller.sharesSession)
    }
    return truth
  }
}
