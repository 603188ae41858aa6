internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

/// Repairs, and changes of the configuration.
extension FolderKeeper {
  /// Returns the repairs of the last 30 days, oldest first.
  func repairs() -> [(seconds: Int64, sentence: String)] { records.repairs.repairs() }

  /// Asks the person to acknowledge lost commits; commits that could be restored since are kept under a reference.
  func askAboutLostHistory() { records.repairs.askAboutLostHistory() }

  /// Repairs references that name no commit, and deletes locks that no living process can own.
  func repairReferences(namingLost: Bool = false) -> Bool { records.repairs.repairReferences(namingLost: namingLost) }

  /// Records the repairs of a rescue, and excludes versions with lost content from publication.
  @discardableResult
  func take(_ report: ObjectRescue.Report) -> Bool { records.repairs.take(report) }

  /// Returns the description of a lost object: the path and the version that had it.
  func describe(_ item: MissingObjects.Item) -> (subject: String, message: String) { records.repairs.describe(item) }

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
