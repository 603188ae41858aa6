internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import LargeFiles
internal import Permissions
internal import Secrets
internal import WorkTree
internal import WorkspaceAPI

/// The rules about paths, from the folder's own files: ignore rules, attributes, policy.
///
/// Used on the recorder's executor, like its repository.
final class RuleBook {
  let repository: Repository
  private let tree: DiskTree
  private let identity: WorkspaceIdentity
  private let ignored: IgnoredFolders
  /// The policy in force.
  let policyBook: PolicyBook
  /// The secrets that the person allowed here.
  let allowedSecrets: AllowedSecrets
  /// The former names of files, once the recorder has been opened.
  var formerNames: FormerNames?
  private var policy: Policy { policyBook.accepted }

  /// Reads the rules at present.
  ///
  /// - Parameter isNew: whether nothing was ever recorded in the folder.
  init(
    repository: Repository, tree: DiskTree, identity: WorkspaceIdentity, ignored: IgnoredFolders, isNew: Bool
  ) {
    self.repository = repository
    self.tree = tree
    self.identity = identity
    self.ignored = ignored
    policyBook = PolicyBook(tree: tree, isNew: isNew)
    allowedSecrets = AllowedSecrets(tree: tree)
  }

  /// The rules in the form in which the recorder uses them.
  var rules: RecordingRules {
    RecordingRules(
      isIgnored: { self.isIgnored($0, isFolder: $1) }, filter: { self.foreignFilter(of: $0) },
      largeFilter: { self.largeFilter(of: $0) },
      holdOver: self.policyBook.holdOver, stamp: { self.stamp($0, $1, $2, $3, $4) },
      refresh: { self.refresh($0, $1, $2, $3) },
      secret: { self.secretReason($0, $1, $2) },
      mayHoldSecret: { [policyBook] in SecretRules.mayHoldSecret($0, by: policyBook.secretRules) },
      isLocalOnly: { self.isLocalOnly($0, $1) },
      reload: { self.reload() }, keepAnswers: { self.repository.pathAttributes.keepAnswers($0) })
  }

  /// Whether Stet updates the provenance of files that a person changed once they have been idle.
  var updatesIdle: Bool { policy.updatesIdle }

  /// The idle time, in nanoseconds.
  var idleTime: Int64 { policy.idleTime }

  private func isLocalOnly(_ path: WorkspacePath, _ otherNames: [String]) -> Bool {
    let names = formerNames.map { former in ([path.string] + otherNames).flatMap(former.names) } ?? []
    return policyBook.isLocalOnly(path.string, otherNames: otherNames + names)
  }

  private func isIgnored(_ path: WorkspacePath, isFolder: Bool) -> Bool {
    let name = path.name
    if !isFolder {
      switch EditorName.classify(name) {
      case .transient, .presence: return true
      case .document, .probe: break
      }
    }
    let isIgnored = repository.pathAttributes.isIgnored(path, isDirectory: isFolder)
    if isFolder { ignored.note(path, isIgnored: isIgnored) }
    return isIgnored
  }

  /// Returns the filter of a path that Stet does not run (review A4); Stet does the work of git-lfs's filter itself.
  private func foreignFilter(of path: WorkspacePath) -> String? {
    guard let name = repository.pathAttributes.filter(of: path), name != "lfs" else { return nil }
    return name
  }

  private func largeFilter(of path: WorkspacePath) -> LargeRule.Filter {
    switch repository.pathAttributes.filterState(of: path) {
    case .named("lfs"): .lfs
    case .named: .other
    case .unset: .refused
    case .unspecified: .unspecified
    }
  }

  private func reload() {
    repository.pathAttributes.reloadIgnoreRules()
  }

  private func stamp(
    _ path: WorkspacePath, _ bytes: [UInt8], _ origin: WriteOrigin, _ mark: Provenance.Mark,
    _ created: () -> Provenance.Mark?
  ) -> [UInt8] {
    guard case .agent = origin.author else { return bytes }
    return Provenance.stamp(
      bytes, path: path.string, by: shown(mark), created: created().map(shown), scope: scope(of: path))
  }

  /// A file that an agent's own tool wrote without the door is stamped like one that was written through it; in a
  /// person's file only the existing keys are updated.
  private func refresh(
    _ path: WorkspacePath, _ bytes: [UInt8], _ mark: Provenance.Mark, _ created: () -> Provenance.Mark?
  ) -> [UInt8]? {
    switch mark.kind {
    case "agent":
      return Provenance.stamp(
        bytes, path: path.string, by: shown(mark), created: created().map(shown), scope: scope(of: path))
    case "user" where policy.updatesIdle:
      return Provenance.stamp(bytes, path: path.string, by: shown(mark), created: nil, scope: .present)
    default: return nil
    }
  }

  private func shown(_ mark: Provenance.Mark) -> Provenance.Mark { policy.stampsNames ? mark : mark.byKind }

  private func scope(of path: WorkspacePath) -> Provenance.Scope {
    policy.stamped.contains { $0.matches(path.string) } ? .always : .present
  }
}
