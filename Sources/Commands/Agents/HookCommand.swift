internal import ArgumentParser
internal import DaemonClient
internal import Values
internal import WorkspaceAPI

/// `stet hook`: the program that agents' hooks call, for agents that write files by themselves.
struct HookCommand: StetSubcommand {
  /// The programs whose hooks are supported.
  enum Program: String, ExpressibleByArgument, CaseIterable, Sendable {
    case claudeCode = "claude-code"
    case codex

    /// The agent's name on its commits.
    var name: String {
      switch self {
      case .claudeCode: "Claude Code"
      case .codex: "Codex"
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "hook", abstract: "Called by an agent's hooks, so that what it writes by itself is recorded as its.",
    discussion: """
      Reads the hook's JSON on standard input. Before a tool runs, what you saved is
      recorded as yours; after it, the files the tool named are the agent's, with its
      session, tool and model. Changes during a command may be yours: they are
      `unsure`, except for saves of your editor. A tool that is about to read or
      write what the policy keeps from agents, or to write the repository's own
      files, is refused; nothing else stops the agent. Reads are listed in
      `stet audit`. Outside a workspace the hook does nothing, except for a search of
      a folder above workspaces: the policy of each of them, up to two levels below
      the folder, judges the search. That starts no workspace.

      EXAMPLE, in ~/.claude/settings.json
        "hooks": {
          "PreToolUse": [{
            "matcher": "Write|Edit|MultiEdit|NotebookEdit|Bash|Read|Grep|Glob",
            "hooks": [{"type": "command", "command": "stet hook claude-code"}]
          }],
          "PostToolUse": [{
            "matcher": "Write|Edit|MultiEdit|NotebookEdit|Bash",
            "hooks": [{"type": "command", "command": "stet hook claude-code"}]
          }],
          "Stop": [{
            "hooks": [{"type": "command", "command": "stet hook claude-code"}]
          }]
        }
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The agent's program: claude-code or codex.") var program: Program
  @OptionGroup var output: OutputOptions

  /// Reports the hook on standard input to the daemon; the daemon's answer goes back to the agent's program.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    guard var input = HookInput.parse(try StandardInput.readAll()) else {
      // The code of wrong usage would make the hook stop the agent's tool.
      throw VerbError(
        .failed, "Standard input is not what \(program.name) hands its hooks.", kept: "Nothing was changed.",
        next: "Let the program's hooks call this; 'stet hook --help' has the lines.")
    }
    // A headless agent under a session is that session's agent.
    if let run = AgentEvidence.run(in: context.environment) {
      input.agent = run.agent
      input.session = run.session
    }
    do throws(VerbError) {
      try await tell(input, context)
    } catch {
      // The agent must not be blocked because its work cannot be recorded now; the next scan records it.
      context.console.printError("stet: \(error.what)\n")
    }
    return .done
  }

  /// Reports an event to the workspaces of all named files; one refusal is the answer.
  ///
  /// A workspace that cannot be asked does not keep the others from being asked.
  private func tell(_ input: HookInput, _ context: CommandContext) async throws(VerbError) {
    guard let kind = Self.kind(input) else { return }
    let base = input.folder ?? context.directory
    let home = context.environment["HOME"]
    let names = input.isRead ? input.read.map { Self.expanded($0, home: home) } : input.paths
    let named = names.map { $0.hasPrefix("/") ? $0 : base + "/" + $0 }
    let own = try? WorkspaceFolder.find(from: base)
    guard !named.isEmpty else {
      if !input.isRead, let own { try await tell(request(kind, input, []), own, context) }
      return
    }
    let groups = NamedFiles.groups(named, isSearch: input.isSearch)
    var failure: VerbError?
    if input.isSearch, let place = named.first {
      do throws(VerbError) { if try await judge(input, kind, above: place, context) { return } } catch {
        failure = error
      }
    }
    var begun: [(BracketRequest, WorkspaceFolder)] = []
    for (folder, paths) in groups {
      var request = request(kind, input, paths)
      // `Grep` counts a pattern with a slash from its working folder.
      if input.tool == "Grep", own?.root != folder.root { request.glob = SearchGlobs.below(input.glob) }
      do throws(VerbError) {
        if try await tell(request, folder, context) {
          // The tool does not run: its time ends in the other workspaces.
          for (var earlier, folder) in begun where kind == .begin && !input.isRead {
            earlier.kind = .end
            _ = try? await tell(earlier, folder, context)
          }
          return
        }
        begun.append((request, folder))
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Has the workspaces below a searched folder judge the search; one refusal is the answer. Returns whether one refused
  /// it.
  ///
  /// The daemon of a workspace judges if it runs; none is started. A workspace that cannot be asked does not keep the
  /// others from being asked.
  private func judge(
    _ input: HookInput, _ kind: BracketRequest.Kind, above place: String, _ context: CommandContext
  ) async throws(VerbError) -> Bool {
    var failure: VerbError?
    for folder in WorkspaceSearch.workspaces(below: place) {
      var request = request(kind, input, [""])
      request.glob = SearchGlobs.below(input.glob)
      do throws(VerbError) {
        let refused: String?
        if let verbs = try context.running(folder) {
          refused = try await verbs.call(request).refused
        } else {
          refused = try await context.engine().judgeSearch(request, folder.root)
        }
        if show(refused, context) { return true }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return false
  }

  /// Reports an event to a workspace's daemon; returns whether it refused the tool.
  @discardableResult
  private func tell(
    _ request: BracketRequest, _ folder: WorkspaceFolder, _ context: CommandContext
  ) async throws(VerbError) -> Bool {
    let verbs = try await context.verbs(folder)
    return show(try await verbs.call(request).refused, context)
  }

  /// Prints a refusal for the agent's program; returns whether there is one.
  private func show(_ refused: String?, _ context: CommandContext) -> Bool {
    guard let refused else { return false }
    context.console.print(json: HookRefusal(refused), compact: true)
    return true
  }

  /// Returns the name that a reading tool opens: it replaces `~` by the home folder, and the hook receives the `~`.
  private static func expanded(_ name: String, home: String?) -> String {
    guard let home, name == "~" || name.hasPrefix("~/") else { return name }
    return home + name.dropFirst()
  }

  /// Returns the report of an event.
  private func request(_ kind: BracketRequest.Kind, _ input: HookInput, _ paths: [String]) -> BracketRequest {
    var request = BracketRequest(
      kind: kind,
      agent: Caller(agent: input.agent ?? program.name, session: input.session, model: input.model, tool: input.tool),
      id: input.call ?? input.tool ?? "", paths: paths, texts: input.texts, isCommand: input.isCommand)
    if input.isRead { (request.isRead, request.glob) = (true, input.glob) }
    request.taken = input.taken
    request.isEverywhere = !input.edits.isEmpty && input.edits.allSatisfy(\.isEverywhere)
    request.isWhole = input.tool == "Write"
    if input.isCommand { request.command = input.input?.command }
    return request
  }

  /// Returns the meaning of the event; nil if it has none here.
  private static func kind(_ input: HookInput) -> BracketRequest.Kind? {
    switch input.event {
    case "PreToolUse", "PostToolUse", "PostToolUseFailure":
      if input.isRead { return input.event == "PreToolUse" ? .begin : nil }
      guard input.isCommand || !input.paths.isEmpty else { return nil }
      if input.event == "PreToolUse" { return .begin }
      // A background command ends with the agent's turn.
      return input.input?.isBackground == true ? nil : .end
    case "Stop", "SessionEnd", "UserPromptSubmit": return .rest
    default: return nil
    }
  }
}
