internal import DaemonClient

/// The agent that started a process, by the evidence of its ancestors and its environment.
struct ProgramOrigin {
  /// The ancestors, nearest first.
  var ancestors: [Int32]
  /// The nearest ancestor that runs an agent and was not started by one; nil for none. Stet's own program counts: it
  /// runs headless agents.
  var agent: Int32?
  /// The run of a headless agent to which the process belongs; nil for none.
  var run: Run?

  /// A run of a headless agent, as the environment of its processes names it.
  struct Run: Hashable {
    var session: String
    /// The path of the workspace.
    var folder: String
  }

  init(ancestors: [Int32], agent: Int32?, run: Run? = nil) {
    self.ancestors = ancestors
    self.agent = agent
    self.run = run
  }

  /// Asks the kernel.
  ///
  /// - Parameter environment: the environment of the process, in the form of `/proc/<pid>/environ`; empty to ignore it.
  init(of process: PeerProcess, environment: [UInt8] = []) {
    ancestors = process.ancestors
    agent = ancestors.first(where: Self.isAgentOfItsOwn)
    let variables = AgentEvidence.variables(in: environment)
    if let session = variables["STET_SESSION"], let folder = variables["STET_FOLDER"] {
      run = Run(session: session, folder: folder)
    }
  }

  /// A program whose environment cannot be read may have been started by an agent.
  private static func isAgentOfItsOwn(_ process: Int32) -> Bool {
    guard let name = PeerProcess.facts(of: process)?.name, name == "stet" || AgentEvidence.isProgram(named: name),
      let environment = AgentEvidence.environment(of: process)
    else { return false }
    return AgentEvidence.agent(in: environment) == nil
  }

  /// Returns whether another agent than the one of a hook or a run started the process: it belongs to another run, or
  /// each has an agent above it and neither agent is above the other process.
  ///
  /// A program whose agent has ended may be any agent's, unless its run is known.
  ///
  /// - Parameters:
  ///   - caller: the origin of the hook, or of the program that runs a headless agent.
  ///   - own: the run that the caller's session and folder make.
  func isApart(from caller: ProgramOrigin, in own: Run) -> Bool {
    if let run { return run != own }
    guard let agent, let callersAgent = caller.agent else { return false }
    return !caller.ancestors.contains(agent) && !ancestors.contains(callersAgent)
  }
}
