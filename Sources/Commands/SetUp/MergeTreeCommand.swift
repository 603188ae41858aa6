internal import ArgumentParser
internal import GitObjects
internal import WorkspaceAPI

/// `stet merge-tree`: merges two commits of any repository and prints the duration; for measurements.
struct MergeTreeCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-tree", abstract: "Merge two commits in memory, and time it.", shouldDisplay: false)

  @ParentCommand var stet: StetCommand
  @Argument(help: "One commit, all 40 digits.") var ours: String
  @Argument(help: "The other.") var theirs: String
  @Option(help: "How often.") var rounds = 1
  @OptionGroup var output: OutputOptions

  /// Merges the two commits the requested number of times, and prints the tree and the times; changes no reference.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    guard let first = ObjectID(hex: ours), let second = ObjectID(hex: theirs) else {
      throw VerbError(.usage, "A commit is named by its 40 digits here.", next: "'git rev-parse' says them.")
    }
    let report = try context.engine().tryMerge(context.directory, first, second, rounds)
    context.show(report) { report, _ in
      "\(report.tree)  \(report.conflicts) conflicts  \(report.milliseconds.map { "\($0) ms" }.joined(separator: " "))\n"
    }
    return report.conflicts == 0 ? .done : .question
  }
}
