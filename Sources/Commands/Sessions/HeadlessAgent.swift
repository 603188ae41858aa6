internal import DaemonClient
internal import FileSystem
internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// Runs a headless agent under a session: its `stet` commands, hooks and MCP server are the session's agent, and files
/// that its tools write without Stet are recorded as its.
struct HeadlessAgent: Sendable {
  /// The id of the bracket.
  private static let run = "run"
  /// The time after which the bracket is renewed: the daemon ends one that nobody renews.
  private static let renewal = Duration.seconds(300)

  private let plan: SessionPlan
  private let place: SessionPlace
  private let daemon: LastingConnection

  /// Creates the agent of a session.
  init(_ plan: SessionPlan, _ place: SessionPlace, _ context: CommandContext) {
    self.plan = plan
    self.place = place
    daemon = LastingConnection(DaemonLauncher(root: place.root, environment: context.environment))
  }

  /// Writes the configuration of the agent's program, which holds for this run only; returns the surroundings with it.
  ///
  /// - Throws: `VerbError` if the configuration cannot be written.
  func surroundings(_ environment: [String: String]) throws(VerbError) -> ModelCaller.Surroundings {
    let program = ConnectCommand.program()
    let files = AgentConfiguration(program: program, root: place.root, agent: plan.agent, session: plan.id)
    var values = ["stet": program, "root": place.root, "agent": plan.agent, "session": plan.id]
    do throws(FileError) {
      for (name, content) in [("mcp", files.servers), ("hooks", files.hooks)] {
        let file = try SessionShelf.store(content.line + [0x0A], as: "\(name).json", of: plan.id, in: place.tree)
        values[name] = "\(place.root)/\(file)"
      }
    } catch { throw SessionPlace.failure(.file(error)) }
    var environment = environment
    for (name, value) in LeftAgents.variables(plan.id, root: place.root) { environment[name] = value }
    environment["STET_AGENT"] = plan.agent
    return ModelCaller.Surroundings(environment: environment, directory: place.root, connection: values)
  }

  /// Runs the agent: by the evidence of its tools, files that change from the start of its process to the end are recorded
  /// as its. Between two processes no bracket is open.
  ///
  /// - Parameter call: starts the agent once and waits for the end of its process.
  func run(_ call: () async -> Result<ModelAnswer, ModelFault>) async -> Result<ModelAnswer, ModelFault> {
    await LeftAgents.end(plan.id, root: place.root)
    do throws(VerbError) { try await report(.begin) } catch {
      return .failure(.command("the agent was not started, because its files could not be recorded: \(error.what)"))
    }
    let renewing = Task {
      while true {
        do { try await Task.sleep(for: Self.renewal) } catch { return }
        try? await report(.begin)
      }
    }
    let result = await call()
    renewing.cancel()
    await renewing.value
    try? await report(.rest)
    return result
  }

  private func report(_ kind: BracketRequest.Kind) async throws(VerbError) {
    let caller = Caller(agent: plan.agent, session: plan.id, tool: "stet run")
    var request = BracketRequest(kind: kind, agent: caller, id: Self.run, isCommand: true)
    request.isRun = true
    _ = try await daemon.verbs().call(request)
  }
}

/// The configuration by which a headless agent reaches a workspace, in the form that Claude Code reads. Pure.
struct AgentConfiguration: Hashable {
  /// Stet's own program.
  var program: String
  /// The workspace's folder.
  var root: String
  /// The session's agent.
  var agent: String
  var session: String

  /// The MCP servers (`--mcp-config`).
  var servers: JSONValue {
    let words = ["-C", root, "mcp", "--agent", agent, "--session", session]
    return [
      "mcpServers": [
        "stet": [
          "type": "stdio", "command": .string(program), "args": .array(words.map { .string($0) }),
        ]
      ]
    ]
  }

  /// The hooks, and the permission to call the workspace's tools (`--settings`): nobody can be asked.
  var hooks: JSONValue {
    let client = AgentClient.claudeCode
    let command = "\(ShellWord.word(program)) hook \(client.rawValue)"
    let hook: JSONValue = ["hooks": [["type": "command", "command": .string(command)]]]
    let events = client.hooks.map { event, tools in
      let matcher = tools.map { [JSONMember(name: "matcher", value: .string($0))] } ?? []
      return JSONMember(name: event, value: [.object(matcher + (hook.members ?? []))])
    }
    return ["permissions": ["allow": ["mcp__stet"]], "hooks": .object(events)]
  }
}
