internal import ArgumentParser
internal import WorkspaceAPI

/// `stet init`: makes a folder a workspace.
struct InitCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a folder a workspace.",
    discussion: """
      An empty folder is filled from the built-in template; a folder that has files,
      or is a git repository already, is taken as it is and nothing in it is
      changed. With --template the files of the template that it lacks are added
      (AGENTS.md, the policy, .gitignore …), also to a workspace. The daemon is
      started by the first command that needs it, or by `stet start`.

      A repository that has a remote already is published only after you agree, here
      or by `stet questions`; --yes agrees.

      EXAMPLES
        stet init ~/Stet
        stet init . --remote git@example.org:ann/notes.git
        stet init ~/Documents --template
      """)

  @ParentCommand var stet: StetCommand
  @Argument(
    help: "The folder; created if missing. Without it, the workspace you are in, else the folder.",
    completion: .directory)
  var folder: String?
  @Option(help: ArgumentHelp("The git remote to exchange with.", valueName: "url")) var remote: String?
  @Flag(name: .customLong("no-template"), help: "Leave an empty folder empty.") var skipsTemplate = false
  @Flag(name: .customLong("template"), help: "Add the template's files that are missing.") var addsTemplate = false
  @Flag(name: .customLong("yes"), help: "Agree that the folder is published to its remote.") var agrees = false
  @OptionGroup var output: OutputOptions

  /// Makes the folder a workspace, records its files, and reports the result.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let root = folder.map(context.absolute) ?? Self.place(of: context)
    let remote = remote.map { WorkspaceFolder.remoteAddress($0, from: context.absolute(".")) }
    let report = try await SetUpLine(context).show { draw async throws(VerbError) in
      var settings = try context.settings(root: root)
      settings.tellSetUp = draw
      return try await context.engine().initialize(
        settings,
        InitOptions(remote: remote, usesTemplate: !skipsTemplate, addsTemplate: addsTemplate, agrees: agrees))
    }
    context.show(report, text: InitText.text)
    if report.publication == .asks, !context.printsJSON, context.console.agrees(InitText.question(report)) == true {
      try context.engine().allowPublication(report.root)
      context.console.print("It is published from the next start on.\n")
    }
    return .done
  }

  /// Returns the folder of a command that names none: the workspace that the command was called in, as for each other
  /// command. A folder with a repository of its own, or in no workspace, is taken itself.
  private static func place(of context: CommandContext) -> String {
    let here = context.absolute(".")
    guard !WorkspaceFolder.isFolder(here + "/.git"), let workspace = try? context.folder() else { return here }
    return workspace.root
  }
}
