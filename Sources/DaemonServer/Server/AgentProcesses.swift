internal import DaemonClient
internal import Synchronization
internal import WorkspaceAPI

/// The processes that are known as agents: each descendant of one counts as that agent, whatever it states (review A7).
///
/// A process is known from its hook's call on. The agent is the nearest ancestor of the hook with the name of an
/// agent's program. Other ancestors may be a shell, a wrapper, or, if the agent has just ended, the person's own
/// terminal or the system. The record is kept in memory; the start time distinguishes an ended process from another one
/// with the same number.
final class AgentProcesses: Sendable {
  private struct Known {
    var begun: UInt64
    var caller: Caller
  }

  /// The names of the processes of agents' programs, including the interpreters that run them.
  private static let programs: Set<String> = ["claude", "codex", "node", "bun", "deno"]

  private let known = Mutex<[Int32: Known]>([:])

  /// Records the agent whose hook calls.
  func note(_ caller: Caller, calling peer: PeerProcess) {
    guard caller.agent != nil else { return }
    for pid in peer.ancestors {
      guard let facts = PeerProcess.facts(of: pid) else { return }
      guard pid > 1, Self.programs.contains(facts.name) else { continue }
      known.withLock { known in
        if known.count > 1_000 { known = [:] }
        known[pid] = Known(begun: facts.begun, caller: caller)
      }
      return
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

  /// Returns the known agent that is an ancestor of the caller; otherwise the stated caller.
  private func known(_ caller: Caller, calling peer: PeerProcess) -> Caller {
    let known = known.withLock { $0 }
    guard !known.isEmpty else { return caller }
    for pid in peer.ancestors {
      guard let agent = known[pid], PeerProcess.facts(of: pid)?.begun == agent.begun else { continue }
      var truth = agent.caller
      (truth.model, truth.tool, truth.call) = (caller.model ?? truth.model, caller.tool, caller.call)
      return truth
    }
    return caller
  }
}
