package import ArgumentParser

/// `stet coordinate`: the commands that coordinate programs that work on the same files.
package struct CoordinateCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "coordinate", abstract: "Keep scripts, agents and editors out of each other's way.",
    discussion: """
      A claim says that somebody works on a file or folder. Other claims wait for it,
      and so do writes of agents and scripts, for two seconds; then they are refused,
      and the answer names who has it. What you save in an editor is never held up. Every claim
      ends by itself.
      """,
    subcommands: [
      ListClaimsCommand.self, ClaimCommand.self, RenewClaimCommand.self, ReleaseClaimCommand.self,
      PresentCommand.self,
    ],
    defaultSubcommand: ListClaimsCommand.self)

  /// Creates a value whose properties the parser sets.
  package init() {}
}
