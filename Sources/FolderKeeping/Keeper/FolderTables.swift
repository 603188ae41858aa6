internal import Secrets
package import Threads
internal import WorkTree
internal import WorkspaceAPI

/// The data of a folder that its keeper shares with other threads.
package struct FolderTables: Sendable {
  /// The name of the recorded branch, without `refs/heads/`.
  var branchName: String
  /// The name of this store at the remote, unique among machines: the machine's name with a mark that distinguishes
  /// equal names.
  var inboxName: String
  /// The id of this store's audit record.
  var auditID: String
  /// The policy in force.
  var policy: PolicyBook
  /// The contents of large files.
  var large: LargeStore
  /// The secrets that the person allowed here.
  var allowedSecrets: AllowedSecrets
  /// The protected names that files had before, and their names by symbolic links.
  package var formerNames: FormerNames
  package var commitMakers: CommitMakers
  var preparation: AdoptionPreparation
  /// The changes of the folder that end a wait.
  package let changes = ChangeSignal()

  /// Makes the tables of an opened folder.
  init(_ opened: RecorderOpening, _ settings: WorkspaceSettings) {
    branchName = opened.branch.name
    let mark = opened.identity.mark(in: opened.repository)
    let letters = settings.identity.machine.unicodeScalars.filter {
      $0.isASCII && $0.properties.isAlphabetic || $0 == "-"
    }
    inboxName = String(String.UnicodeScalarView(letters)).prefix(40) + "-" + mark
    auditID = mark
    policy = opened.rules.policyBook
    large = opened.large
    allowedSecrets = opened.rules.allowedSecrets
    formerNames = FormerNames(tree: opened.tree, links: opened.recorder.disk.cache.symbolicLinks, root: settings.root)
    commitMakers = CommitMakers(tree: opened.tree)
    preparation = AdoptionPreparation(root: settings.root)
  }
}
