package import ArgumentParser

/// `stet audit`: the commands for the record of agents' actions.
package struct AuditCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show what agents read and did here, or check that record.",
    discussion: """
      Every call of an agent is on record on this machine for 90 days, reads and
      refusals too: .git/stet/audit. Each line is chained to the one before, and
      commits name the last one, so that the remote has it, too.
      """,
    subcommands: [AuditListCommand.self, AuditVerifyCommand.self], defaultSubcommand: AuditListCommand.self)

  /// Creates a value whose properties the parser sets.
  package init() {}
}
