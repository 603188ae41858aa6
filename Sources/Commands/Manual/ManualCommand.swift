package import ArgumentParser
internal import FoundationEssentials
package import WorkspaceAPI

/// `stet manual`: writes the manual pages, as `scripts/start` does to install them.
package struct ManualCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages, one for each command.", shouldDisplay: false)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The folder to write them to; made where it is missing.", completion: .directory) var folder: String
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Writes the pages.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = context.absolute(folder)
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      for page in ManualPage.all {
        try Data(page.text.utf8).write(to: URL(filePath: "\(place)/\(page.name).1"), options: .atomic)
      }
    } catch {
      throw VerbError(.failed, "The manual pages cannot be written to \(place): \(error)", path: place)
    }
    return .done
  }
}
