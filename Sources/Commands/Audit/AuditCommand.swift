package import ArgumentParser

/// `stet audit`: the commands about what agents did.
package struct AuditCommand: AsyncParsableCommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show what agents read and did here, or check that record.",
    discussion: """
      Every call of an agent is on record on this machine for 90 days, reads and
      refusals too: .git/stet/audit. Each line is chained to the one before, and
      commits name the last one, so that the remote has it, too.
      """,
    subcommands: [AuditListCommand.self, AuditVerifyCommand.self], defaultSubcommand: AuditListCommand.self)

  /// Makes one whose values the parser fills in.
  package init() {}
}
