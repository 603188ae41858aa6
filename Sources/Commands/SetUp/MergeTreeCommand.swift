package import ArgumentParser
internal import GitObjects
package import WorkspaceAPI

/// `stet merge-tree`: merge two commits of any repository and say how long it took; for measurements.
package struct MergeTreeCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "merge-tree", abstract: "Merge two commits in memory, and time it.", shouldDisplay: false)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "One commit, all 40 digits.") var ours: String
  @Argument(help: "The other.") var theirs: String
  @Option(help: "How often.") var rounds = 1
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Merges the two commits as often as was asked, and prints the tree and the times; changes nothing.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
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
