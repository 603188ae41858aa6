internal import Recording
internal import WorkspaceAPI

/// The policy, the configuration and the repairs.
extension FolderKeeper {
  /// Reads the policy again, and asks about a version that did not come from the person at this machine.
  func judgePolicy(saved: SaveWatch.Version? = nil) { rules.policies.judgePolicy(saved: saved) }

  /// Reads the policy again after a verb of the person wrote it, and accepts the text that the person chose.
  func judgePolicy(writtenBy request: WriteRequest, _ result: WriteResult) {
    rules.policies.judgePolicy(writtenBy: request, result)
  }

  /// Searches the whole tip if that is due, in slices between the turns; returns at the end.
  func lookForLocalOnly() async { await rules.localOnly.lookForLocalOnly() }

  /// Repairs references that name no commit, and deletes locks that no living process can own.
  func repairReferences(namingLost: Bool = false) -> Bool { records.repairs.repairReferences(namingLost: namingLost) }

  /// Records the repairs of a rescue, and excludes versions with lost content from publication.
  @discardableResult
  func take(_ report: ObjectRescue.Report) -> Bool { records.repairs.take(report) }

  /// Reads git's configuration again if it changed, also outside the folder: the next commit has the configured name,
  /// and the exchange uses the configured ssh command.
  func readConfiguration() { rules.configuration.readConfiguration() }

  /// Returns the time limit of a hook.
  func hookLimit() -> Duration { rules.configuration.hookLimit() }

  /// Waits until a damaged configuration has rested and is repaired; returns at once if it is not damaged.
  func awaitConfiguration() async { await work.inspector.awaitConfiguration() }

  /// The person as git's configuration names them now.
  var person: ConfiguredPerson { rules.configuration.person }

  /// The number of changes of the configuration since the start: the exchange may then have another remote.
  var configurationChanges: Int { rules.configuration.configurationWatch.changes }
}
