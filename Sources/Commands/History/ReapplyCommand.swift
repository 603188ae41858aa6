internal import ArgumentParser
internal import WorkspaceAPI

/// `stet reapply`: merges the changes that a save lacked.
struct ReapplyCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "reapply", abstract: "Merge changes that your last save lacked.",
    discussion: """
      A program that had loaded a file before somebody else changed it puts the old
      text back when it saves. If Stet is certain, it merges by itself; otherwise
      your save stays and is a question (`stet questions`). This command merges the
      changes that the save lacked, under their authors' names; if both changed the
      same words, yours stay and the others' are a conflict (`stet conflicts`).

      EXAMPLE
        stet reapply Research/whales.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup var output: OutputOptions

  /// Merges others' changes into the last save of the file.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(ReapplyRequest(path: try folder.path(path), claim: try context.claim()))
    context.show(receipt) { RestoreText.text($0, done: "Merged", $1) }
    return .done
  }
}
