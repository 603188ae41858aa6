internal import ArgumentParser
internal import WorkspaceAPI

/// `stet clone`: creates a workspace from a git remote.
struct CloneCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "clone", abstract: "Take a workspace from a git remote.",
    discussion: """
      EXAMPLES
        stet clone git@example.org:ann/notes.git ~/Stet
        stet clone /mnt/backup/notes.git ~/Stet
        stet clone /mnt/backup/notes.git ~/Drafts --branch drafts
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The remote's address: a path, an ssh or an https address.", completion: .directory) var url: String
  @Argument(help: "The folder to make.", completion: .directory) var folder: String
  @Option(help: ArgumentHelp("The branch; without it the one that the remote begins with.", valueName: "name"))
  var branch: String?
  @OptionGroup var output: OutputOptions

  /// Creates the folder from the remote, records it once, and reports the result.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let root = context.absolute(folder)
    let remote = WorkspaceFolder.remoteAddress(url, from: context.absolute("."))
    let report = try await SetUpLine(context).show { draw async throws(VerbError) in
      var settings = try context.settings(root: root)
      settings.tellSetUp = draw
      return try await context.engine().clone(remote, branch, settings)
    }
    context.show(report, text: InitText.text)
    return .done
  }
}
