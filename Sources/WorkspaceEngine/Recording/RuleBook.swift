internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles

/// The rules about paths, from the folder's own files: ignore rules, attributes, policy.
///
/// Lives on the recorder's executor, like the repository it asks.
final class RuleBook {
  let repository: Repository
  private let tree: DiskTree
  private let identity: WorkspaceIdentity
  private let ignored: IgnoredFolders
  /// The policy in force.
  let policyBook: PolicyBook
  /// The secrets that the person allowed here.
  let allowedSecrets: AllowedSecrets
  private var policy: Policy { policyBook.accepted }

  /// Reads the rules that stand.
  init(root: String, repository: Repository, tree: DiskTree, identity: WorkspaceIdentity, ignored: IgnoredFolders) {
    self.repository = repository
    self.tree = tree
    self.identity = identity
    self.ignored = ignored
    policyBook = PolicyBook(tree: tree)
    allowedSecrets = AllowedSecrets(tree: tree)
  }

  /// The rules as the recorder asks them.
  var rules: RecordingRules {
    RecordingRules(
      isIgnored: { self.isIgnored($0, isFolder: $1) }, filter: { self.foreignFilter(of: $0) },
      largeFilter: { self.largeFilter(of: $0) },
      holdOver: self.policyBook.holdOver, stamp: { self.stamp($0, $1, $2, $3, $4) },
      refresh: { self.refresh($0, $1, $2, $3) },
      secret: { self.secretReason($0, $1, $2) }, isLocalOnly: { self.policyBook.isLocalOnly($0.string) },
      reload: { self.reload() })
  }

  /// The size above which files are held, as the policy has it now.
  var holdOver: Int64 { policyBook.holdOver }

  /// Whether files that a person changed and nobody touched for some minutes get their provenance brought up to date.
  var updatesIdle: Bool { policy.updatesIdle }

  /// How long nobody must have touched them, in nanoseconds.
  var idleTime: Int64 { policy.idleTime }

  private func isIgnored(_ path: WorkspacePath, isFolder: Bool) -> Bool {
    let name = path.name
    if !isFolder {
      switch EditorName.classify(name) {
      case .transient, .presence: return true
      case .document, .probe: break
      }
    }
    let isIgnored = repository.isIgnored(path, isDirectory: isFolder)
    if isFolder { ignored.note(path, isIgnored: isIgnored) }
    return isIgnored
  }

  /// The filter of a path that Stet does not run (review A4); what git-lfs's does, Stet does itself.
  private func foreignFilter(of path: WorkspacePath) -> String? {
    guard let name = repository.filter(of: path), name != "lfs" else { return nil }
    return name
  }

  private func largeFilter(of path: WorkspacePath) -> LargeRule.Filter {
    switch repository.filter(of: path) {
    case "lfs": .lfs
    case nil: repository.isFilterUnset(of: path) ? .refused : .unspecified
    default: .other
    }
  }

  private func reload() {
    repository.reloadIgnoreRules()
  }

  private func stamp(
    _ path: WorkspacePath, _ bytes: [UInt8], _ origin: WriteOrigin, _ mark: Provenance.Mark,
    _ created: () -> Provenance.Mark?
  ) -> [UInt8] {
    guard case .agent = origin.author else { return bytes }
    return Provenance.stamp(
      bytes, path: path.string, by: shown(mark), created: created().map(shown), scope: scope(of: path))
  }

  /// A file that an agent's own tool wrote past the door is stamped like one that came through it; of a person's only the
  /// keys that it has follow.
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
