internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

/// The policy, and the files that it concerns.
extension FolderKeeper {
  /// Reads the policy again, and asks about a version that did not come from the person at this machine.
  func judgePolicy(saved: SaveWatch.Version? = nil) { rules.policies.judgePolicy(saved: saved) }

  /// Reads the policy again after a verb of the person wrote it, and accepts the text that the person chose.
  func judgePolicy(writtenBy request: WriteRequest, _ result: WriteResult) {
    rules.policies.judgePolicy(writtenBy: request, result)
  }

  /// Puts the policy in force if it is the text that the person was shown.
  func acceptPolicy(_ version: String) throws(VerbError) { try rules.policies.acceptPolicy(version) }

  /// Returns the name of a text of the policy: 16 digits of its blob id, `absent` for no file.
  func policyVersion(of text: String?) -> String { rules.policies.policyVersion(of: text) }

  /// Marks a change as known to the person.
  func settleControlFile(_ path: String) { rules.controls.settleControlFile(path) }

  /// Returns the change of a control file about which a question is open; nil for none.
  func controlChange(_ path: String) -> ControlChange? { rules.controls.controlChange(path) }

  /// Returns the patterns that an agent's command added to `.gitignore` files, by file.
  func newIgnorePatterns() -> [(file: String, patterns: [String])] { rules.controls.newIgnorePatterns() }

  /// Searches the whole tip if that is due, in slices between the turns; returns at the end.
  func lookForLocalOnly() async { await rules.localOnly.lookForLocalOnly() }

  /// Asks about files of the tip that are local only: they came from elsewhere, or were published before the policy
  /// covered them. Only the changes since the last search are read.
  func askAboutLocalOnly() { rules.localOnly.askAboutLocalOnly() }

  /// Records that the person knows that a file was published.
  func knowPublished(_ path: String) { rules.localOnly.knowPublished(path) }

  /// Allows the secrets that hold a file back, and records the file.
  func allowSecrets(in path: WorkspacePath, committed: Set<String>) throws(VerbError) {
    try rules.held.allowSecrets(in: path, committed: committed)
  }

  /// Withdraws the questions about paths whose commits have no secret any more, unless the file itself is held because
  /// of one.
  func withdrawSecrets(at paths: [String]) { rules.held.withdrawSecrets(at: paths) }

  /// Returns the versions that may not be published, including those with the given secrets; their files are held at
  /// their next recording.
  func notPublishable(_ secrets: Set<PathVersion>) -> Set<PathVersion> { rules.held.notPublishable(secrets) }

  /// Records versions that the remote refuses; their paths are reported when they are held.
  func refuse(_ versions: [PathVersion: String]) { rules.held.refuse(versions) }

  /// The versions that the remote is known to refuse.
  var refused: Set<PathVersion> { rules.held.refused }

  /// Records again the paths that are held because the remote refused them.
  func tryRefusedAgain() throws(VerbError) { try rules.held.tryRefusedAgain() }
}
