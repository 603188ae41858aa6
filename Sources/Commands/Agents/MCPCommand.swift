internal import Agents
internal import ArgumentParser
internal import DaemonClient
internal import Glibc
internal import HTTPDoor
internal import Logging
internal import MCP
internal import WorkspaceAPI

/// `stet mcp`: the MCP server for agents, over standard input and output.
struct MCPCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serve the workspace to an agent (Model Context Protocol).",
    discussion: """
      An agent's program starts this itself and talks to it on standard input and
      output; you only configure it. Most programs take an entry such as:

        {"mcpServers": {"stet": {
          "command": "stet", "args": ["-C", "/home/you/Stet", "mcp"]}}}

      and Claude Code takes:

        claude mcp add stet -- stet -C ~/Stet mcp

      The agent then has tools to read, write, edit, move and find documents: those
      of the reference filesystem server, by the same names. Its changes are
      recorded under its name. Each read gives it a token, which it gives back when
      it writes: edits that lie apart from yours are merged, one that overlaps yours
      is refused, and nothing that you saved is overwritten.

      Its model is shown the tools that most conversations need; `more_tools` lists
      and calls the others. --profile full shows all. Results are text, which is
      complete by itself; --structured adds structured content for programs. A
      result has at most 25,000 characters, or --max-result, or what a call asks for
      as budget, and says where to continue.

      Any number of agents may be served at once. The daemon is started if none
      runs. Ends when the agent's program closes standard input.

      With --http it listens on a port of this computer instead, until you end it,
      and says where. Each request must carry the token of the workspace, which
      is in .git/stet/mcp-token and which no other user of this computer can
      read:

        claude mcp add --transport http stet http://127.0.0.1:7717/mcp \\
          --header "Authorization: Bearer $(cat ~/Stet/.git/stet/mcp-token)"

      To make the token worthless, end the server, delete the file and start anew.
      """)

  @ParentCommand var stet: StetCommand
  @Option(help: ArgumentHelp("Record this name instead of what the agent's program calls itself.", valueName: "name"))
  var agent: String?
  @Option(help: ArgumentHelp("Record this session where a call names none.", valueName: "id"))
  var session: String?
  @Option(help: ArgumentHelp("The tools that a model is shown: usual, or full for all.", valueName: "profile"))
  var profile = ToolProfile.usual
  @Option(help: ArgumentHelp("The most characters of a result, where a call names no budget.", valueName: "number"))
  var maxResult = LineExcerpt.usual
  @Flag(help: "Send structured content as well, for programs that read it.")
  var structured = false
  @Flag(help: "Listen on a port of this computer, for programs that speak HTTP.")
  var http = false
  @Option(help: ArgumentHelp("The port with --http; 0 for any that is free.", valueName: "port"))
  var port = 7717
  @OptionGroup var output: OutputOptions

  /// Refuses empty names and invalid ports.
  func validate() throws {
    for (option, value) in [("--agent", agent), ("--session", session)] where value?.isEmpty == true {
      throw ValidationError("\(option) must not be empty.")
    }
    guard ModelBudget.lengths.contains(maxResult) else {
      throw ValidationError("--max-result is a number from 1 to \(ModelBudget.lengths.upperBound).")
    }
    guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
  }

  /// Serves until the agent's program closes standard input; with `--http`, until a signal ends it.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    if !http, isatty(STDIN_FILENO) == 1 {
      context.console.printError(
        "stet: this speaks to an agent's program, not to people; `stet mcp --help` says how to connect one.\n")
    }
    let folder = try context.folder()
    let connection = LastingConnection(DaemonLauncher(root: folder.root, environment: context.environment))
    let paths = AgentPaths(
      root: folder.root, names: Self.names(of: folder, context), home: context.environment["HOME"])
    // A headless agent under a session is that session's agent.
    let run = AgentEvidence.run(in: context.environment)
    let (agent, session) = (agent ?? run?.agent, session ?? run?.session)
    var budget = ModelBudget(profile: profile, longest: maxResult)
    budget.isStructured = structured
    let facts = PromptFacts(outside: context.outsideSources(), now: { await context.runTime().now })
    let makeDoor: @Sendable () -> AgentDoor = { [budget] in
      AgentDoor(
        paths: paths, opening: AgentDoor.Opening(agent: agent, session: session, run: Self.runName()), budget: budget,
        facts: facts,
        connect: { () async throws(VerbError) in try await connection.verbs() },
        listen: { await connection.running() })
    }
    // The daemon starts while the client is still initializing.
    let start = Task { _ = try? await connection.verbs() }
    defer { start.cancel() }
    if http {
      try await serve(folder, makeDoor, context)
    } else {
      let door = makeDoor()
      let server = StdioServer(
        server: description(of: door), input: STDIN_FILENO, output: STDOUT_FILENO,
        finder: { await door.resources($0) }, changes: { door.changes() }
      ) { call, progress in
        await door.answer(call, progress: progress)
      }
      await server.run()
    }
    await start.value
    return .done
  }

  /// Returns the description of the server.
  private func description(of door: AgentDoor) -> ServerDescription {
    var server = door.server(version: StetProgram.version)
    server.sendsStructured = structured
    return server
  }

  /// Serves HTTP until a signal ends the process.
  private func serve(
    _ folder: WorkspaceFolder, _ makeDoor: @escaping @Sendable () -> AgentDoor, _ context: CommandContext
  ) async throws(VerbError) {
    var generator = SystemRandomNumberGenerator()
    let token = try TokenFile.token(in: folder.root, using: &generator)
    let server = HTTPServer(
      server: description(of: makeDoor()), token: token, port: port,
      logger: Logger(label: "stet", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
      let door = makeDoor()
      return SessionServices(finder: { await door.resources($0) }, changes: { door.changes() }) { call, progress in
        await door.answer(call, progress: progress)
      }
    }
    do {
      try await server.run(endsOnSignals: true) { port in
        context.show(ListeningDocument(port: port, root: folder.root)) { document, _ in document.text }
      }
    } catch {
      throw VerbError(
        .failed, "Cannot listen on port \(port): \(error).", kept: "Nothing was changed.",
        next: "Name another: `stet mcp --http --port PORT`, or 0 for any that is free.")
    }
  }

  /// Returns other absolute names of the workspace: from `-C` or the shell, through symbolic links.
  private static func names(of folder: WorkspaceFolder, _ context: CommandContext) -> [String] {
    [context.directory, context.environment["PWD"] ?? ""].filter { name in
      name.hasPrefix("/") && WorkspaceFolder.resolve(name) == folder.root
    }
  }

  /// Returns a name that is unique to this run of the program.
  private static func runName() -> String {
    "mcp-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}

extension ToolProfile: ExpressibleByArgument {}
