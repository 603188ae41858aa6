package import MCP
package import WorkspaceAPI

/// The MCP server of a workspace for agents: lists the tools, and carries out calls over the workspace's verbs.
package struct AgentDoor: Sendable {
  /// Connects to the verbs; called for each call, because the daemon may have been restarted meanwhile.
  package typealias Connector = @Sendable () async throws(VerbError) -> any WorkspaceVerbs

  /// Connects to the verbs of a running daemon; returns nil if none runs.
  package typealias Listener = @Sendable () async -> (any WorkspaceVerbs)?

  /// The program that opened the connection, as far as it is known before the client's first message.
  package struct Opening: Hashable, Sendable {
    /// The name to record instead of the client's own name.
    package var agent: String?
    /// The session to record for calls that name none.
    package var session: String?
    /// The session of this run of the program: of a connection that begins with `initialize`.
    package var run: String

    /// Creates an opening; `run` is a text that no other run has.
    package init(agent: String? = nil, session: String? = nil, run: String) {
      self.agent = agent
      self.session = session
      self.run = run
    }
  }

  /// The interpretation of paths.
  let paths: AgentPaths
  /// The program that opened the connection.
  let opening: Opening
  /// The part of a model's context that the results take, unless a call requests another one.
  let budget: ModelBudget
  private let connect: Connector
  /// Connects to the verbs without starting a daemon; returns nil if none runs.
  let listen: Listener
  /// The sources of facts for prompts.
  let facts: PromptFacts
  private let tools: [any AgentTool]
  private let met = MetSessions()

  /// Creates a server for the workspace of `paths`.
  package init(
    paths: AgentPaths, opening: Opening, budget: ModelBudget = ModelBudget(), facts: PromptFacts = .none,
    connect: @escaping Connector, listen: @escaping Listener = { nil }
  ) {
    self.paths = paths
    self.opening = opening
    self.budget = budget
    self.facts = facts
    self.connect = connect
    self.listen = listen
    tools = Self.tools
  }

  /// All tools, in the order of the list.
  package static let tools: [any AgentTool] = own + [MoreToolsTool(tools: own.map(\.definition).filter(isFurther))]

  private static func isFurther(_ tool: ToolDefinition) -> Bool { !ToolProfile.usual.shows(tool.name) }

  private static let own: [any AgentTool] = [
    ReadFileTool(isShortName: true), ReadFileTool(isShortName: false), ReadMediaFileTool(),
    ReadMultipleFilesTool(), WriteFileTool(), EditFileTool(), CreateDirectoryTool(), ListDirectoryTool(),
    ListDirectoryWithSizesTool(), DirectoryTreeTool(), MoveFileTool(), SearchFilesTool(), GetFileInfoTool(),
    ListAllowedDirectoriesTool(), AppendFileTool(), DeleteFileTool(), CopyFileTool(), ListFilesTool(), SearchTextTool(),
    QueryDocumentsTool(), FileHistoryTool(), LogTool(), DiffVersionsTool(), RestoreVersionTool(), BlameTool(),
    ListQuestionsTool(),
    WorkspaceContextTool(), ChangesSinceTool(), ApplyPatchTool(), UndoSessionTool(), DownloadFileTool(),
    ClaimPathTool(), ReleasePathTool(), PublishToFeedTool(),
  ]

  /// Returns the description of the server, with the tools that the profile shows.
  package func server(version: String) -> ServerDescription {
    let profile = budget.profile
    var server = ServerDescription(
      name: "stet", title: "Stet", version: version, instructions: instructions,
      tools: tools.map(\.definition).filter { profile.shows($0.name) },
      templates: [
        ResourceTemplate(
          uri: FileAddress.text(paths.root) + "/{+path}", name: "file", description: "A file of the workspace."),
        ResourceTemplate(
          uri: QueryAddress.template, name: "query",
          description: "The documents that a named query finds, as JSON; where, sort, show and limit as in stet query."),
      ])
    server.servesPrompts = true
    server.unlisted = Set(tools.map(\.definition.name).filter { !profile.shows($0) })
    return server
  }

  private var instructions: String {
    """
    A folder of documents that a person and agents write at the same time; every change is recorded under its \
    author. Begin with workspace_context, which gives AGENTS.md, context.md and profile.md. A read gives the file's \
    version token: pass it as token when you write the file, so that others' changes are merged in and not \
    overwritten. Prefer edit_file. A refused write shows the present text: make your change on that, with the \
    new token. Every tool also takes session (a name for your conversation, the same in all its calls: what you read \
    is remembered under it), model (yours, for the record), wait (seconds to wait for the content of a large file) and \
    budget (the most characters of its result, \(budget.words) if left out).
    """
  }

  /// Carries out a call.
  package func answer(
    _ asked: ToolCall, progress: @escaping @Sendable (ToolProgress) -> Void
  ) async -> ToolResult {
    var named = asked.tool
    do throws(ToolFailure) {
      let call = try MoreToolsTool.inner(of: asked) ?? asked
      guard let tool = tools.first(where: { $0.definition.name == call.tool }) else {
        throw NextStep.unknown(call.tool, among: tools.map(\.definition.name), budget.profile)
      }
      named = call.tool
      try ArgumentNames.check(call.arguments, against: tool.definition.input)
      let chosen = try text("session", in: call) ?? opening.session
      // A value that a stateless request lacks is never taken from its connection.
      let session = chosen ?? (call.version.isStateless ? opening.run + "-stateless" : opening.run)
      var caller = Caller(
        agent: opening.agent ?? AgentName.name(of: call.client), session: session, model: try text("model", in: call),
        tool: call.tool)
      if chosen != nil { caller.namesSession = true }
      let verbs = try await verbs()
      var surroundings = ToolSurroundings(
        verbs: verbs, paths: paths, caller: caller, knowsSession: chosen != nil || !call.version.isStateless,
        version: call.version, progress: call.wantsProgress ? progress : nil)
      surroundings.budget = budget
      if let longest = try call.arguments.count("budget", most: ModelBudget.lengths.upperBound) {
        surroundings.budget.longest = longest
      }
      surroundings.caller.shownLength = surroundings.budget.longest
      surroundings.timeout = try CallTimeout(call.arguments)
      surroundings.mayAsk = call.canAsk && call.answer.map { $0.isDeclined || $0.choice != nil } ?? true
      guard surroundings.knowsSession else { return await perform(call, by: tool, in: surroundings) }
      if !tool.definition.hints.isReadOnly, tool.isDoneOnce {
        surroundings.caller.call = asked.identity?.id ?? KeptAnswer.key(call)
        surroundings.caller.callTried = asked.identity?.firstTried
      }
      return try await answer(
        call, by: tool, in: surroundings, session: AgentSession(agent: caller.agent, id: session))
    } catch { return NextStep.completed(error, of: named, budget.profile).result(longest: budget.longest) }
  }

  /// Calls a tool, and asks the person through the client if others changed the same place since, or if the policy
  /// requires it. After the answer the call is repeated: on the version that the question showed, or as the person
  /// allowed. The agent is informed of the answer.
  private func perform(_ call: ToolCall, by tool: any AgentTool, in surroundings: ToolSurroundings) async -> ToolResult
  {
    var arguments = call.arguments
    var isToReplace = call.answer != nil
    if let answer = call.answer {
      if let id = Self.approval(answer) {
        isToReplace = false
        await tell(answer, to: id, surroundings)
      } else if answer.choice == OverlapQuestion.replace {
        arguments = arguments.setting("token", to: answer.state)
      } else if answer.isDeclined || answer.choice == OverlapQuestion.keep {
        let kept = OverlapQuestion.kept(Self.path(of: call, by: tool, in: surroundings))
        return kept.result(longest: surroundings.budget.longest)
      }
    }
    do throws(ToolFailure) {
      let done = try await tool.call(arguments, in: surroundings).telling(Self.notes(call.answer, isDone: true))
      let longest = surroundings.budget.longest
      var result = done
      switch tool.limit {
      case .own: break
      case .cut: result = ResultPage.cut(done, to: longest)
      case .paged:
        let first = try arguments.count(ResultPage.argument, most: .max)
        let page = try ResultPage.page(done, from: first, longest: longest)
        result = page.result.telling(page.notes)
      }
      return surroundings.budget.isStructured ? ResultPage.fitted(result, to: longest) : result
    } catch let refusal {
      let error = await NextStep.added(to: refusal, call, by: tool, in: surroundings)
      let longest = surroundings.budget.longest
      var result = ResultPage.cut(error.result(longest: longest), to: longest)
        .telling(Self.notes(call.answer, isDone: false))
      if call.canAsk, let id = error.question, call.answer.flatMap(Self.approval) != id {
        result.question = ToolQuestion(
          message: "\(ModelText.author(surroundings.caller.agent ?? "An agent")) wants to use \(call.tool) on "
            + "\(error.questioned.map(ModelText.path) ?? "a file"). The policy has you asked first.",
          choices: ["allow", "deny"],
          meaning: "allow: let it do that with this file for the next hour. deny: refuse it for the next hour.",
          state: Self.approvalMark + id)
      }
      if tool.replacesVersion, error.isOverlap, call.canAsk, !isToReplace, let token = error.token {
        result.question = OverlapQuestion.question(
          error, token: token, agent: surroundings.caller.agent ?? "An agent", verb: tool.act,
          path: Self.path(of: call, by: tool, in: surroundings),
          proposal: await tool.proposal(call.arguments, in: surroundings))
      }
      return result
    }
  }

  /// Returns the path of a call.
  private static func path(of call: ToolCall, by tool: any AgentTool, in surroundings: ToolSurroundings) -> String {
    tool.paths(of: call.arguments, in: surroundings.paths).first ?? "a file"
  }

  /// Returns the notes for the agent about the person's answer that the call continued with.
  private static func notes(_ answer: ToolAnswer?, isDone: Bool) -> [String] {
    // A refusal itself states that the person refused.
    guard let answer, !answer.isDeclined else { return [] }
    return switch (answer.choice, isDone) {
    case (OverlapQuestion.replace, true):
      ["[Stet: the person was asked, and wants your change in place of the earlier text.]"]
    case ("allow", true): ["[Stet: the person was asked, and allows this for an hour.]"]
    case (nil, _): ["[Stet: the person was asked, and put the question away without an answer.]"]
    default: []
    }
  }

  /// The prefix that marks the state of a question for an approval; a version token has no colon.
  package static let approvalMark = "approval:"

  /// Returns the id of the listed question that a person answered in the client; nil for another kind of answer.
  private static func approval(_ answer: ToolAnswer) -> String? {
    guard answer.state.hasPrefix(approvalMark) else { return nil }
    return String(answer.state.dropFirst(approvalMark.count))
  }

  /// Sends the person's answer from the client to the daemon. Without an answer the question stays in the list.
  private func tell(_ answer: ToolAnswer, to id: String, _ surroundings: ToolSurroundings) async {
    guard let word = answer.isDeclined ? "deny" : answer.choice else { return }
    var request = AnswerRequest(id: id, word: word, caller: surroundings.caller)
    request.isFromClient = true
    // If the question was answered in the list meanwhile, that answer is valid: the call is repeated in any case.
    _ = try? await surroundings.verbs.call(request)
  }

  /// Returns the workspace's verbs.
  func verbs() async throws(ToolFailure) -> any WorkspaceVerbs {
    do throws(VerbError) { return try await connect() } catch { throw ToolFailure(error) }
  }

  /// Carries out a call of a known session: once, and with a report of others' changes.
  private func answer(
    _ call: ToolCall, by tool: any AgentTool, in surroundings: ToolSurroundings, session: AgentSession
  ) async throws(ToolFailure) -> ToolResult {
    let (verbs, caller) = (surroundings.verbs, surroundings.caller)
    let since = met.tip(of: session)
    let begin = CallBegin(caller: caller, key: caller.call, since: since)
    if !tool.carriesCall(call.arguments), caller.call != nil || !met.has(session) {
      if let earlier = try await begun(begin, verbs) { return earlier }
    }
    var surroundings = surroundings
    let carried = CarriedCall(since: since)
    if tool.carriesCall(call.arguments) { surroundings.carried = carried }
    let result = await perform(call, by: tool, in: surroundings)
    if let earlier = carried.earlier { return KeptAnswer.result(earlier) }
    if let (news, _) = carried.end, !Task.isCancelled {
      met.note(session, news.tip)
      return result.with(news)
    }
    // The call failed by itself, perhaps because it was carried out before.
    if tool.carriesCall(call.arguments), !carried.hasBegun, let earlier = try await begun(begin, verbs) {
      return earlier
    }
    var end = CallEnd(caller: caller, key: caller.call, paths: tool.paths(of: call.arguments, in: surroundings.paths))
    if caller.call != nil { end.answer = KeptAnswer.text(result) }
    end.since = since
    end.isUnheard = Task.isCancelled
    end.unreported = carried.end?.reportedBefore
    // The result is returned even if the daemon has just ended.
    guard let news = try? await verbs.call(end) else { return result }
    if end.isUnheard == false { met.note(session, news.tip) }
    return result.with(news)
  }

  /// Begins a call.
  ///
  /// - Returns: the answer to an earlier, equal call; nil if the call is to be carried out.
  private func begun(_ begin: CallBegin, _ verbs: any WorkspaceVerbs) async throws(ToolFailure) -> ToolResult? {
    do throws(VerbError) {
      let beginning = try await verbs.call(begin)
      return beginning.isFresh ? nil : KeptAnswer.result(beginning)
    } catch { throw ToolFailure(error) }
  }

  private func text(_ name: String, in call: ToolCall) throws(ToolFailure) -> String? {
    do throws(ArgumentFault) {
      let text = try call.arguments.text(ifGiven: name)
      return text?.isEmpty == true ? nil : text
    } catch { throw ToolFailure(error) }
  }
}
