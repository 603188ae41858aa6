internal import ArgumentParser
internal import FoundationEssentials
internal import WorkspaceAPI

/// `stet manual`: writes the manual pages, as `scripts/start` does to install them.
struct ManualCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages, one for each command.", shouldDisplay: false)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The folder to write them to; created if missing.", completion: .directory) var folder: String
  @OptionGroup var output: OutputOptions

  /// Writes the pages.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
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
