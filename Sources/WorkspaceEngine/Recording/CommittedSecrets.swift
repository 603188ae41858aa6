internal import Dispatch
internal import Documents
internal import Git
internal import GitObjects
internal import Synchronization

/// The secrets in commits that the person's own git made, looked for before they are published (review A5).
///
/// What Stet records is judged when it is recorded; a commit of git's is there before Stet sees it. It is looked
/// through beside the recorder's turns, once: what is known of a commit is kept in memory.
final class CommittedSecrets: Sendable {
  /// How many unpublished commits are looked through at the most, the newest.
  private static let mostCommits = 2_000
  /// How many files of one commit are looked through at the most.
  private static let mostFiles = 1_000_000
  /// Larger files are held for their size, or hold no text that somebody wrote a key into.
  private static let longest = 10_000_000

  private struct Found {
    var version: PathVersion
    var prints: Set<String>
  }

  private struct State {
    var rules: [SecretRules] = []
    var judged: [ObjectID: [Found]] = [:]
    /// What was found in a path so far: a later version that has it still holds it.
    var known: [NameKey: Set<String>] = [:]
    /// A tip behind which no unpublished commit of git's stood.
    var clean: ObjectID?
  }

  private let state = Mutex(State())

  /// Knows of no commit.
  init() {}

  /// Versions with a secret that is not allowed, in commits by git that no remote has.
  func versions(
    of tip: ObjectID, in queue: WriteQueue, git: GitReader, root: String, policy: PolicyBook, allowed: AllowedSecrets
  ) async -> Set<PathVersion> {
    let rules = policy.secretRules
    let clean = state.withLock { state in
      if state.rules != rules { state = State(rules: rules) }
      return state.clean
    }
    // git is asked only where it made something: to start it before each publication costs more than to publish.
    if let clean, await queue.hasOnlyOwnCommits(after: clean, to: tip) {
      state.withLock { $0.clean = tip }
      return []
    }
    guard rules.contains(where: \.holds), let commits = await Self.commits(of: tip, git) else { return [] }
    let fresh = state.withLock { state in
      state.clean = commits.isEmpty ? tip : nil
      return commits.filter { state.judged[$0] == nil }
    }
    if !fresh.isEmpty {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "stet.secrets").async { [self] in
          if let store = try? Repository(root: root) {
            for commit in fresh { judge(commit, by: rules, in: store) }
          }
          continuation.resume()
        }
      }
    }
    return state.withLock { state in
      let found = commits.flatMap { state.judged[$0] ?? [] }
      return Set(found.filter { !$0.prints.allSatisfy(allowed.contains) }.map(\.version))
    }
  }

  /// The commits that git made and no remote has, oldest first.
  private static func commits(of tip: ObjectID, _ git: GitReader) async -> [ObjectID]? {
    // Stet's own say who acted; what it makes of a hostile tree is no commit of the person's.
    let output = try? await git.run([
      "log", "--reverse", "--no-merges", "--max-count=\(mostCommits)",
      "--format=%H %(trailers:key=Stet-Actor,valueonly,separator=%x20)", tip.hex, "--not", "--remotes", "--",
    ])
    return output.map { output in
      String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        return words.count == 1 ? words.first.flatMap { ObjectID(hex: String($0)) } : nil
      }
    }
  }

  private func judge(_ id: ObjectID, by rules: [SecretRules], in store: Repository) {
    guard let commit = try? store.commit(id) else { return }
    let before = commit.parents.first.flatMap { try? store.commit($0).tree }
    let changes =
      (try? TreeDiff.changes(from: before, to: commit.tree, in: store, atMost: Self.mostFiles, withRemovals: false))
      ?? []
    var found: [Found] = []
    for change in changes {
      guard let new = change.new, new.mode.isFile else { continue }
      let prints = Self.prints(of: new.id, at: change.path, by: rules, in: store)
      guard !prints.isEmpty else { continue }
      // What the path held before is published, or was found already.
      let old = change.old.map { Self.prints(of: $0.id, at: change.path, by: rules, in: store) } ?? []
      let key = NameKey(change.path)
      let fresh = state.withLock { state in
        let known = state.known[key] ?? []
        let fresh = prints.filter { !old.contains($0) || known.contains($0) }
        if !fresh.isEmpty { state.known[key] = known.union(fresh) }
        return fresh
      }
      if !fresh.isEmpty { found.append(Found(version: PathVersion(change.path, new.id), prints: fresh)) }
    }
    state.withLock { $0.judged[id] = found }
  }

  private static func prints(
    of blob: ObjectID, at path: String, by rules: [SecretRules], in store: Repository
  ) -> Set<String> {
    guard let bytes = try? store.blob(blob, ofAtMost: longest) else { return [] }
    return Set(
      rules.flatMap { rules in
        rules.holding(bytes, at: path, fingerprint: { AllowedSecrets.fingerprint($0) }, isAllowed: { _ in false })
      }.map(\.fingerprint))
  }
}

extension WriteQueue {
  /// Whether all that came to the tip after a commit are commits that say who acted, or merges; false where they are
  /// too many to look at.
  fileprivate func hasOnlyOwnCommits(after clean: ObjectID, to tip: ObjectID) -> Bool {
    let most = 200
    guard let commits = try? recorder.graph.commits(from: tip, excluding: [clean], limit: most), commits.count < most
    else { return false }
    return commits.allSatisfy { id in
      guard let commit = try? recorder.objects.commit(id) else { return false }
      return commit.parents.count > 1 || CommitMessage(parsing: commit.message).author != nil
    }
  }
}
