internal import ArgumentParser
internal import WorkspaceAPI

/// `stet reapply`: merges the changes that a save lacked.
struct ReapplyCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "reapply", abstract: "Merge what your last save of a file had not seen into it.",
    discussion: """
      A program that had loaded a file before somebody else changed it puts the old
      text back when it saves. Where Stet is certain, it merges by itself; where the
      program may have shown you the newer text, your save stays and is a question
      (`stet questions`). This brings what the save left out back, under its authors'
      names; where both changed the same words, yours stay and the others' are a
      conflict (`stet conflicts`).

      EXAMPLE
        stet reapply Research/whales.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup var output: OutputOptions

  /// Merges others' changes into the last save of the file.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(ReapplyRequest(path: try folder.path(path)))
    context.show(receipt) { RestoreText.text($0, done: "Merged", $1) }
    return .done
  }
}
