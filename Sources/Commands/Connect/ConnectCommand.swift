internal import ArgumentParser
internal import WorkspaceAPI

/// `stet connect`: writes an agent's configuration, so that the agent works through Stet.
struct ConnectCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Connect an agent's program to this workspace, or undo that.",
    discussion: """
      Shows what it changes in the program's configuration in your home folder, asks,
      and writes it: the MCP server (`stet mcp`) and, where the program has hooks
      that Stet understands, `stet hook`. All else in these files stays byte for
      byte, and --undo removes Stet's parts again. A workspace is connected once,
      however often you call this.

      EXAMPLES
        stet connect claude-code
        stet connect cursor --yes
        stet connect codex --undo
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The agent's program: claude-code, codex or cursor.") var client: AgentClient
  @Flag(help: "Remove the configuration again.") var undo = false
  @Flag(help: "Do not ask.") var yes = false
  @OptionGroup var output: OutputOptions

  /// Shows the changes to the program's configuration, and writes them if that was requested.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    guard let home = context.environment["HOME"], home.hasPrefix("/") else {
      throw VerbError(.failed, "HOME is not set, so the program's configuration cannot be found.")
    }
    let plan = ConnectionPlan(client: client, root: try context.folder().root, program: Self.program())
    let files = HomeFiles(home: home, environment: context.environment)
    let changes: [ConnectionPlan.Change]
    do {
      var read: [String: [UInt8]] = [:]
      for file in [client.serverFile, client.hookFile].compactMap(\.self) { read[file] = try files.read(file) }
      changes = try undo ? plan.disconnecting { read[$0] } : plan.connecting { read[$0] }
    } catch let error as VerbError {
      throw error
    } catch ConnectionPlan.Problem.unreadable(let file) {
      throw VerbError(
        .failed, "\(files.place(of: file)) is not what \(client.name) reads, or has its servers in one value.",
        kept: "Nothing was changed.", next: "Correct it, or move it away, and run this again.")
    } catch { throw VerbError(.failed, "\(error)") }
    let report = ConnectReport(client.rawValue, changes, files)
    guard !changes.isEmpty else {
      context.show(report) { _, _ in
        undo ? "\(client.name) was not connected to this workspace.\n" : "\(client.name) is connected already.\n"
      }
      return .done
    }
    if !context.printsJSON { context.console.print(report.changes.map(\.diff).joined()) }
    if !yes {
      guard try context.isConfirmed("Write this?", without: "Run it again with --yes.") else {
        context.console.printError("stet: nothing was changed.\n")
        return .failed
      }
    }
    for change in changes { try files.write(change) }
    context.show(report) { _, _ in undo ? "Undone.\n" : "Written. \(client.next)\n" }
    return .done
  }

  /// Returns the absolute path of this program: clients that were not started from a shell have no search path for its
  /// name. A program that was replaced while it runs has no path: the name is returned then.
  static func program() -> String { WorkspaceFolder.resolve("/proc/self/exe") ?? "stet" }
}
