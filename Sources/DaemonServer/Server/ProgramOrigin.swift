internal import DaemonClient

/// The agent that started a process, by the evidence of its ancestors and its environment.
struct ProgramOrigin {
  /// The ancestors, nearest first.
  var ancestors: [Int32]
  /// The nearest ancestor that is an agent's program, or a program of Stet, which runs headless agents; nil for none.
  var agent: Int32?
  /// The session and folder of the run of a headless agent; empty for none.
  var run: [String] = []

  init(ancestors: [Int32], agent: Int32?, run: [String] = []) {
    self.ancestors = ancestors
    self.agent = agent
    self.run = run
  }

  /// Asks the kernel.
  ///
  /// - Parameter environment: the environment of the process, in the form of `/proc/<pid>/environ`.
  init(of process: PeerProcess, environment: [UInt8]) {
    ancestors = process.ancestors
    agent = ancestors.first { process in
      PeerProcess.facts(of: process).map { $0.name == "stet" || AgentEvidence.isProgram(named: $0.name) } == true
    }
    let variables = AgentEvidence.variables(in: environment)
    run = [variables["STET_SESSION"], variables["STET_FOLDER"]].compactMap(\.self)
  }

  /// Returns whether another agent than a hook's started the process: it belongs to another run, or each has an agent
  /// above it and neither agent is above the other process.
  ///
  /// A program whose agent has ended may be any agent's, unless its run is known.
  func isApart(fromHook hook: ProgramOrigin) -> Bool {
    if !run.isEmpty, run != hook.run { return true }
    guard let agent, let hookAgent = hook.agent else { return false }
    return !hook.ancestors.contains(agent) && !ancestors.contains(hookAgent)
  }
}
