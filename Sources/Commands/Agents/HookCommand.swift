package import ArgumentParser
internal import Glibc
package import WorkspaceAPI

/// `stet hook`: what the hooks of agents that write files by themselves call.
package struct HookCommand: StetSubcommand {
  /// The programs whose hooks are understood.
  package enum Program: String, ExpressibleByArgument, CaseIterable, Sendable {
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

  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "hook", abstract: "Called by an agent's hooks, so that what it writes by itself is recorded as its.",
    discussion: """
      Reads the hook's JSON on standard input. Before a tool runs, what you saved is
      recorded as yours; after it, the files the tool named are the agent's, with its
      session, tool and model. What changes while it runs a command may be yours or
      its: the record says 'unsure', but for what your editor saves. Outside a
      workspace it does nothing. A tool that is about to read or write what the
      policy keeps from agents, or to write the repository's own files, is refused;
      nothing else stops the agent. What it reads is in 'stet audit'.

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

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The agent's program: claude-code or codex.") var program: Program
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Tells the daemon of the hook that standard input describes; what it is told of it goes back to the agent's
  /// program.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    guard let input = HookInput.parse(StandardInput.readAll()) else {
      // Not the code of wrong usage: for an agent's hook that would mean to stop the tool.
      throw VerbError(
        .failed, "Standard input is not what \(program.name) hands its hooks.", kept: "Nothing was changed.",
        next: "Let the program's hooks call this; 'stet hook --help' has the lines.")
    }
    do throws(VerbError) {
      try await tell(input, context)
    } catch {
      // An agent must not stand still because its work cannot be recorded now; the next look records it.
      context.console.printError("stet: \(error.what)\n")
    }
    return .done
  }

  private func tell(_ input: HookInput, _ context: CommandContext) async throws(VerbError) {
    guard let kind = Self.kind(input) else { return }
    let base = input.folder ?? context.directory
    let named = (input.isRead ? input.read : input.paths).map { $0.hasPrefix("/") ? $0 : base + "/" + $0 }
    // The workspace of the file it writes; of a command, the one it runs in.
    guard let folder = try? WorkspaceFolder.find(from: named.first.map(Self.standing) ?? base) else { return }
    var paths: [String] = []
    for name in named {
      // Of a link the file that it leads to is written.
      for place in [Self.resolved(name), WorkspaceFolder.resolve(name)] {
        guard let place, let path = try? folder.path(place) as String, !paths.contains(path) else { continue }
        paths.append(path)
      }
    }
    if input.isRead, paths.isEmpty { return }
    let verbs = try await context.verbs(folder)
    var request = BracketRequest(
      kind: kind,
      agent: Caller(agent: program.name, session: input.session, model: input.model, tool: input.tool),
      id: input.call ?? input.tool ?? "", paths: paths, texts: input.texts, isCommand: input.isCommand)
    if input.isRead { (request.isRead, request.glob) = (true, input.glob) }
    request.taken = input.taken
    request.isEverywhere = !input.edits.isEmpty && input.edits.allSatisfy(\.isEverywhere)
    request.isWhole = input.tool == "Write"
    if input.isCommand { request.command = input.input?.command }
    let receipt = try await verbs.call(request)
    if let refused = receipt.refused { context.console.print(json: HookRefusal(refused), compact: true) }
  }

  /// What the event means; nil for one that means nothing here.
  private static func kind(_ input: HookInput) -> BracketRequest.Kind? {
    switch input.event {
    case "PreToolUse", "PostToolUse", "PostToolUseFailure":
      if input.isRead { return input.event == "PreToolUse" ? .begin : nil }
      guard input.isCommand || !input.paths.isEmpty else { return nil }
      if input.event == "PreToolUse" { return .begin }
      // What runs on in the background ends with the agent's turn.
      return input.input?.isBackground == true ? nil : .end
    case "Stop", "SessionEnd", "UserPromptSubmit": return .rest
    default: return nil
    }
  }

  /// The nearest folder above a file that is there: the file may be new, and so may its folder.
  private static func standing(_ path: String) -> String {
    var folder = path
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
      if WorkspaceFolder.resolve(folder) != nil { return folder }
    }
    return "/"
  }

  /// A file's path with the links of its folders resolved, as the workspace's own path is.
  private static func resolved(_ path: String) -> String {
    let folder = standing(path)
    guard let real = WorkspaceFolder.resolve(folder) else { return path }
    return real + path.dropFirst(folder.count)
  }
}
