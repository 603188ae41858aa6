package import WorkspaceAPI
internal import GitObjects
internal import Synchronization

extension Workspace {
  /// Returns the policy, or puts the current file in force for a person, never for an agent.
  package func policy(_ request: PolicyRequest) async throws(VerbError) -> PolicyReport {
    switch request.action {
    case .show: return await policyReport([])
    case .check:
      guard let text = request.path else {
        throw VerbError(.usage, "No path is named.", next: "Name the file: 'stet policy check PATH'.")
      }
      let path = try WorkspacePath(checking: text)
      var act = await permissions.act(.read, path, tool: nil, agent: request.agent ?? "")
      return await policyReport(
        AgentAct.Kind.allCases.map { kind in
          act.kind = kind
          let verdict = queue.policy.verdict(on: act)
          return PolicyReport.Answer(
            act: kind.rawValue, permission: verdict.permission, reason: verdict.reason, pattern: verdict.pattern,
            name: verdict.name)
        })
    case .allowSecret:
      try await requirePerson(request.caller, "A secret is allowed", "'stet policy allow-secret'")
      try await allowSecrets(in: try WorkspacePath(checking: request.path ?? ""))
      return await policyReport([])
    case .accept:
      try await requirePerson(request.caller, "A policy is accepted", "'stet policy diff' and 'stet policy accept'")
      guard let version = request.version else {
        throw VerbError(
          .usage, "The version of the policy to accept is not named.", kept: "Nothing was changed.",
          next: "Run 'stet policy diff', which names it.", path: PolicyBook.file)
      }
      try await queue.acceptPolicy(version)
      return await policyReport([])
    }
  }

  /// Allows the secrets for which a file, or the commits with it, are held back.
  func allowSecrets(in path: WorkspacePath) async throws(VerbError) {
    try await queue.allowSecrets(in: path, committed: committedSecrets.prints(at: path.string))
    await exchange.look()
  }

  /// Refuses a caller that is an agent, or is not proven to be the person.
  ///
  /// - Parameters:
  ///   - what: the act as the subject of the message, such as "A policy is accepted".
  ///   - commands: the commands that the person can run instead.
  func requirePerson(_ caller: Caller, _ what: String, _ commands: String) async throws(VerbError) {
    guard caller.agent != nil else {
      guard await isProven(caller) else {
        throw VerbError(
          .refused,
          "\(what) by a person; an agent's command runs or ran a short time ago, and no terminal says who asks.",
          kept: "Nothing was changed.", next: "Run \(commands) in a terminal.")
      }
      return
    }
    await agentAudit.refused("policy", caller, nil)
    throw VerbError(
      .refused, "\(what) by a person, never by an agent.", kept: "Nothing was changed.",
      next: "Ask the person to run \(commands) in a terminal of their own.")
  }

  /// Returns whether a caller is certainly the person: a program that an agent's command left behind has no terminal.
  func isProven(_ caller: Caller) async -> Bool {
    guard caller.agent == nil else { return false }
    if caller.hasTerminal == true { return true }
    return await queue.isQuiet
  }

  private func policyReport(_ answers: [PolicyReport.Answer]) async -> PolicyReport {
    let texts = queue.policy.texts
    var report = PolicyReport(
      state: "accepted", problem: nil, accepted: texts.accepted ?? "", onDisk: texts.onDisk,
      version: await queue.policyVersion(of: texts.onDisk), answers: answers)
    switch queue.policy.verdict {
    case .accepted: break
    case .waiting: report.state = "waiting"
    case .broken(let error):
      report.state = "broken"
      report.problem = error.description
    }
    return report
  }
}
