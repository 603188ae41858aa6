internal import Git
internal import GitObjects
internal import Synchronization
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// The search for secrets in commits that the person's own git made, before they are published (review A5).
///
/// The recorder checks a content when it records it; a commit by git exists before Stet sees it. Such a commit is
/// scanned once, beside the recorder's turns, and the result is kept in memory. Commits that Stet made on top of it are
/// scanned too: a secret that the tip already had at a path did not hold a version back at the time of recording.
final class CommittedSecrets: Sendable {
  /// The length of a slice of the scan, in nanoseconds; between slices the exchange does its other work.
  private static let slice: Int64 = 250_000_000

  /// A commit that no remote has.
  private struct Unpublished: Hashable {
    var id: ObjectID
    /// Whether the commit is known to be Stet's, with only Stet's commits before it, so that its content was checked
    /// when it was recorded. Its paths are checked in any case: the policy may have made some of them local only later.
    var isOwn: Bool
  }

  private struct State {
    var rules: [SecretRules] = []
    var judged: [Unpublished: [SecretVersion]] = [:]
    /// The unpublished commits as git last listed them, while some are not scanned: for many commits, listing them
    /// takes as long as a slice of the scan.
    var listed: [Unpublished] = []
    /// The scan of the commit that is not finished.
    var look = SecretLook()
    /// The secrets found in a path so far: a later version with the same secret still holds it.
    var known: [NameKey: Set<String>] = [:]
    /// A tip without an unpublished commit by git.
    var clean: ObjectID?
    /// The versions found last whose secrets are not allowed.
    var found: [SecretVersion] = []
    /// The paths with a secret that cannot be left out of the publication, about which the person was asked.
    var asked: Set<String> = []
  }

  private let state = Mutex(State())

  init() {}

  /// Returns the versions with a secret that is not allowed, in unpublished commits by git and in the commits on top of
  /// them; nil if some of these are not scanned yet: the next call continues.
  ///
  /// - Throws: `VerbError` if git cannot list the commits or the repository cannot be opened.
  func versions(
    of tip: ObjectID, in keeper: FolderKeeper, git: GitReader, root: String, policy: PolicyBook,
    allowed: AllowedSecrets, _ time: any TimeSource
  ) async throws(VerbError) -> Set<PathVersion>? {
    let rules = policy.publishingRules
    let clean = state.withLock { state in
      if state.rules != rules { state = State(rules: rules) }
      return state.clean
    }
    // git is started only if it made a commit: starting it before each publication costs more than the publication.
    if let clean, await keeper.run({ $0.records.history.hasOnlyOwnCommits(after: clean, to: tip) }) {
      state.withLock { state in
        state.clean = tip
        state.found = []
      }
      return []
    }
    guard rules.contains(where: \.keepsAnything) else {
      state.withLock { $0.found = [] }
      return []
    }
    guard try await look(through: state.withLock { $0.listed }, root, time) else { return nil }
    let commits = try await Self.commits(of: tip, git, keeper)
    state.withLock { state in
      state.clean = nil
      state.listed = commits
    }
    guard try await look(through: commits, root, time) else { return nil }
    return state.withLock { state in
      let found = commits.flatMap { state.judged[$0] ?? [] }
      state.found = found.filter { !$0.prints.allSatisfy(allowed.contains) }
      if state.found.isEmpty, commits.allSatisfy(\.isOwn) { state.clean = tip }
      return Set(state.found.map(\.version))
    }
  }

  /// Returns the fingerprints of the secrets found last in versions of a path.
  func prints(at path: String) -> Set<String> {
    state.withLock { state in
      Set(state.found.filter { $0.version.key == NameKey(path) }.flatMap(\.prints))
    }
  }

  /// Returns those of the given versions in which a secret was found last, each path once.
  func found(among versions: Set<PathVersion>) -> [SecretVersion] {
    var paths: Set<NameKey> = []
    return state.withLock { $0.found }.filter { versions.contains($0.version) && paths.insert($0.version.key).inserted }
  }

  /// Records that the person is asked about a path; false if the person was asked already.
  func ask(about path: String) -> Bool { state.withLock { $0.asked.insert(path).inserted } }

  /// Returns the paths that the person was asked about and that no longer have a secret; from now on they can be asked
  /// about again.
  func settled() -> [String] {
    state.withLock { state in
      let settled = state.asked.filter { path in !state.found.contains { $0.version.key == NameKey(path) } }
      state.asked.subtract(settled)
      return settled.sorted()
    }
  }

  /// Returns the commits that no remote has, oldest first; from git's first commit on, none counts as Stet's own.
  private static func commits(
    of tip: ObjectID, _ git: GitReader, _ keeper: FolderKeeper
  ) async throws(VerbError) -> [Unpublished] {
    let output = try await git.run(["rev-list", "--reverse", "--topo-order", tip.hex, "--not", "--remotes", "--"])
    let ids = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
    let makers = await keeper.makers(of: ids)
    var isOwn = true
    return ids.map { id in
      isOwn = isOwn && makers[id] == .stet
      return Unpublished(id: id, isOwn: isOwn)
    }
  }

  /// Scans the commits that are not scanned; returns whether all are done.
  ///
  /// - Throws: `VerbError` if the repository cannot be opened.
  private func look(
    through commits: [Unpublished], _ root: String, _ time: any TimeSource
  ) async throws(VerbError) -> Bool {
    let (fresh, rules) = state.withLock { state in (commits.filter { state.judged[$0] == nil }, state.rules) }
    if !fresh.isEmpty {
      let isThrough = await onThread("stet.secrets") { self.judge(fresh, by: rules, root: root, time) }
      guard let isThrough else { throw VerbError(.failed, "the repository cannot be opened a second time") }
      guard isThrough else { return false }
    }
    state.withLock { $0.listed = [] }
    return true
  }

  /// Scans commits, the oldest first, for one slice; returns whether all are done, or nil if the repository cannot be
  /// opened.
  private func judge(
    _ commits: [Unpublished], by rules: [SecretRules], root: String, _ time: any TimeSource
  ) -> Bool? {
    guard let store = try? Repository(root: root) else { return nil }
    let start = time.now().monotonic
    let mayGoOn = { time.now().monotonic - start < Self.slice }
    for commit in commits {
      var look = state.withLock { $0.look }
      let found = look.brought(
        by: commit.id, rules: commit.isOwn ? rules.map(\.pathsOnly) : rules, in: store, known: known, mayGoOn: mayGoOn)
      state.withLock { state in
        state.look = look
        for version in found ?? [] { state.known[version.version.key, default: []].formUnion(version.prints) }
        if let found { state.judged[commit] = found }
      }
      if found == nil || (commit != commits.last && !mayGoOn()) { return false }
    }
    return true
  }

  private func known(_ key: NameKey) -> Set<String> { state.withLock { $0.known[key] ?? [] } }
}
