package import ArgumentParser
package import WorkspaceEngine

/// `stet list`: list files and folders.
package struct ListCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List files and folders.",
    discussion: """
      EXAMPLES
        stet list
        stet list Research -r
      """)

  @ParentCommand package var stet: StetCommand
  @Argument(help: "The folder; where you are, unless given.") var path: String?
  @Flag(name: [.customShort("r"), .customLong("recursive")], help: "List what is in folders too.") var isRecursive =
    false
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let entries = try await verbs.list(ListRequest(path: try folder.path(path), recursive: isRecursive))
    context.show(entries, text: ListText.text)
    return .done
  }
}
