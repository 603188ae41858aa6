internal import WorkspaceAPI
internal import Git
internal import GitObjects
internal import History
internal import Synchronization
internal import Threads

/// The secrets in commits that the person's own git made, looked for before they are published (review A5).
///
/// What Stet records is judged when it is recorded; a commit of git's is there before Stet sees it. It is looked
/// through beside the recorder's turns, once: what is known of a commit is kept in memory. So is what Stet recorded on top
/// of it: what a path had in the tip already was no secret to hold then.
final class CommittedSecrets: Sendable {
  /// How long is looked at a time, nanoseconds: then the exchange looks at what else there is to do.
  private static let slice: Int64 = 250_000_000

  /// A commit that no remote has.
  private struct Unpublished: Hashable {
    var id: ObjectID
    /// Whether it is known to be Stet's, so that what it brings was judged when it was recorded. Its paths are looked at
    /// all the same: which of them are local only may have been decided later.
    var isOwn: Bool
  }

  private struct State {
    var rules: [SecretRules] = []
    var judged: [Unpublished: [SecretVersion]] = [:]
    /// What git said last is not published, while some of it is not looked through: to be told that takes as long as
    /// looking for a while where it is much.
    var listed: [Unpublished] = []
    /// The commit that was not looked through to its end.
    var look = SecretLook()
    /// What was found in a path so far: a later version that has it still holds it.
    var known: [NameKey: Set<String>] = [:]
    /// A tip behind which no unpublished commit of git's stood.
    var clean: ObjectID?
    /// What was found last, and is not allowed.
    var found: [SecretVersion] = []
    /// What cannot be taken out of what is published, and was asked about.
    var asked: Set<String> = []
  }

  private let state = Mutex(State())

  /// Knows of no commit.
  init() {}

  /// Versions with a secret that is not allowed, in commits by git and on top of them that no remote has; nil where some of them are not
  /// looked through yet: called again it goes on.
  ///
  /// - Throws: `VerbError` where git does not say which commits those are.
  func versions(
    of tip: ObjectID, in queue: WriteQueue, git: GitReader, root: String, policy: PolicyBook, allowed: AllowedSecrets,
    _ time: any TimeSource
  ) async throws(VerbError) -> Set<PathVersion>? {
    let rules = policy.publishingRules
    let clean = state.withLock { state in
      if state.rules != rules { state = State(rules: rules) }
      return state.clean
    }
    // git is asked only where it made something: to start it before each publication costs more than to publish.
    if let clean, await queue.hasOnlyOwnCommits(after: clean, to: tip) {
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
    let commits = try await Self.commits(of: tip, git, queue)
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

  /// The secrets that were found last in versions of a path, by fingerprint.
  func prints(at path: String) -> Set<String> {
    state.withLock { state in
      Set(state.found.filter { $0.version.key == NameKey(path) }.flatMap(\.prints))
    }
  }

  /// Those of the versions that hold a secret which was found last, each path once.
  func found(among versions: Set<PathVersion>) -> [SecretVersion] {
    var paths: Set<NameKey> = []
    return state.withLock { $0.found }.filter { versions.contains($0.version) && paths.insert($0.version.key).inserted }
  }

  /// Notes that a path is asked about; false where it is already.
  func ask(about path: String) -> Bool { state.withLock { $0.asked.insert(path).inserted } }

  /// The paths that were asked about and hold nothing any more that was found; they are asked about anew from now on.
  func settled() -> [String] {
    state.withLock { state in
      let settled = state.asked.filter { path in !state.found.contains { $0.version.key == NameKey(path) } }
      state.asked.subtract(settled)
      return settled.sorted()
    }
  }

  /// The commits that no remote has, oldest first; from the first one on that git made, none counts as Stet's own.
  private static func commits(
    of tip: ObjectID, _ git: GitReader, _ queue: WriteQueue
  ) async throws(VerbError) -> [Unpublished] {
    let output = try await git.run(["rev-list", "--reverse", "--topo-order", tip.hex, "--not", "--remotes", "--"])
    let ids = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
    let makers = await queue.makers(of: ids)
    var isOwn = true
    return ids.map { id in
      isOwn = isOwn && makers[id] == .stet
      return Unpublished(id: id, isOwn: isOwn)
    }
  }

  /// Looks through those of the commits that were not; whether that was to the end.
  ///
  /// - Throws: `VerbError` where the repository cannot be opened.
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

  /// Looks through commits, the oldest first, as long as it may at a time; whether that was to the end; nil where the
  /// repository cannot be opened.
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

extension WriteQueue {
  /// Whether all that came to the tip after a commit are commits of Stet's; false where they are too many to look at.
  fileprivate func hasOnlyOwnCommits(after clean: ObjectID, to tip: ObjectID) -> Bool {
    let most = 200
    guard let commits = try? recorder.graph.commits(from: tip, excluding: [clean], limit: most), commits.count < most
    else { return false }
    return commits.allSatisfy { (try? recorder.graph.maker(of: $0)) == .stet }
  }
}
