internal import Agents
internal import DaemonClient
internal import MCP
internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// The tools of the workspace for a session: those that agents call over MCP, in this process, with the same policy,
/// audit and authorship.
struct SessionTools: Sendable {
  /// The greatest length of a result in letters: the conversation is sent again with each turn.
  private static let longest = 8_000
  /// The tools of a session with few tokens: each takes a part of every turn.
  private static let few: Set<String> = [
    "read_text_file", "write_file", "edit_file", "append_file", "list_directory", "search_text", "more_tools",
  ]

  private let session: String
  private let door: AgentDoor
  private let web: WebFetch
  /// The instructions about the tools.
  let instructions: String
  /// The entries of the tools for the model.
  let definitions: [Models.ToolDefinition]

  /// Creates the tools of a session.
  init(_ plan: SessionPlan, root: String, web: WebFetch, _ context: CommandContext) {
    self.web = web
    session = plan.id
    let connection = LastingConnection(DaemonLauncher(root: root, environment: context.environment))
    door = AgentDoor(
      paths: AgentPaths(root: root, names: [], home: context.environment["HOME"]),
      opening: AgentDoor.Opening(agent: plan.agent, session: plan.id, run: plan.id),
      budget: ModelBudget(profile: .usual, longest: Self.longest),
      connect: { () async throws(VerbError) in try await connection.verbs() },
      listen: { await connection.running() })
    let server = door.server(version: StetProgram.version)
    instructions = server.instructions ?? ""
    let isSmall = plan.budget.tokens < SessionBudget.research.tokens
    let publish = AgentDoor.tools.map(\.definition).filter { $0.name == "publish_to_feed" }
    let own = (server.tools + publish).filter { !isSmall || Self.few.contains($0.name) }.map { tool in
      Models.ToolDefinition(name: tool.name, description: tool.description, schema: tool.input)
    }
    definitions = own + (isSmall ? [] : [WebFetch.definition])
  }

  /// Calls a tool. A call that may have been made before has its effect once.
  ///
  /// - Parameters:
  ///   - grants: the permissions of the person that hold for the whole session.
  ///   - model: the model, for the record of changes.
  ///   - isOnline: whether the internet can be reached, as far as that is known.
  func carryOut(
    _ pending: PendingCall, grants: Set<String>, model: String, isOnline: Bool
  ) async -> ToolReply {
    if pending.call.name == WebFetch.name { return await web.carryOut(pending, grants: grants) }
    if ToolClass(of: pending.call.name) == .online, !isOnline {
      return .outcome(CallOutcome(id: pending.id, text: ToolClass.unavailable))
    }
    var members = pending.call.arguments?.members ?? []
    func add(_ name: String, _ value: String) {
      if !members.contains(where: { $0.isNamed(name) }) {
        members.append(JSONMember(name: name, value: .string(value)))
      }
    }
    if !model.isEmpty { add("model", model) }
    // Another session has calls with the same ids, perhaps of the same agent.
    let id = "\(session)/\(pending.id)"
    // The feed has a name of its own for publications.
    if pending.call.name == "publish_to_feed" { add("call", id) }
    var call = MCP.ToolCall(
      tool: pending.call.name, arguments: ToolArguments(Self.sessionless(members, of: pending.call.name)), client: nil,
      version: .v2025_11_25, wantsProgress: false)
    call.identity = CallIdentity(id: id, firstTried: pending.startedAt.map { $0 / 1_000 })
    call.canAsk = true
    if let permission = pending.permission, !permission.word.isEmpty {
      call.answer = ToolAnswer(choice: permission.word, state: permission.state)
    }
    let result = await door.answer(call) { _ in }
    if let question = result.question {
      return .question(
        SessionQuestion(
          id: pending.id, kind: .permission, text: "\(question.message) (\(question.meaning))",
          choices: question.choices, state: question.state))
    }
    return .outcome(CallOutcome(id: pending.id, text: Self.text(result), isError: result.isError))
  }

  /// Returns the arguments of a call without a session, also of a call inside `more_tools`: each call belongs to the
  /// session of the tools.
  private static func sessionless(_ members: [JSONMember], of tool: String) -> [JSONMember] {
    members.filter { !$0.isNamed("session") }.map { member in
      guard tool == "more_tools", member.isNamed("arguments"), let inner = member.value.members else { return member }
      return JSONMember(name: member.name, value: .object(inner.filter { !$0.isNamed("session") }))
    }
  }

  private static func text(_ result: MCP.ToolResult) -> String {
    result.content.map { block in
      switch block {
      case .text(let text): text
      case .image(_, let type), .audio(_, let type), .blob(_, let type, _):
        "[a file of type \(type), which is not shown]"
      }
    }.joined(separator: "\n")
  }
}
