internal import Git
package import GitObjects
internal import Merge
package import Permissions
internal import Threads
package import WorkTree

/// The search for secrets that others published: each is a question to the person here (decisions 33 and 34).
///
/// Arriving commits are published already: they are adopted unchanged, scanned once beside the recorder's turns, and
/// the person is asked.
package final class ArrivedSecrets: Sendable {
  /// The length of a slice of the scan, in nanoseconds; a rest of the same length follows.
  private static let slice: Int64 = 50_000_000
  /// The interval at which the progress is stored while nothing is found, in nanoseconds.
  private static let keepsEach: Int64 = 2_000_000_000

  /// The result of one slice.
  package struct Step: Sendable {
    /// The secrets that are new and not allowed.
    package var found: [ArrivedSecret] = []
    /// The reason why the scan failed; reported once, and the scan is retried until it succeeds.
    package var problem: String?
    /// The rest before the next slice; nil if nothing is left to scan.
    package var rest: Duration?
  }

  /// Yields when there are commits to scan; for one listener.
  package let news: AsyncStream<Void>
  private let ticker: AsyncStream<Void>.Continuation
  private let root: String
  private let time: any TimeSource
  private let thread = SerialQueue(label: "stet.arrivals", isBackground: true)
  /// The store of the results.
  package let scanned: ScannedSecrets

  /// Makes the scanner of the folder at a root, which continues where the store says.
  package init(root: String, time: any TimeSource, scanned: ScannedSecrets) {
    self.root = root
    self.time = time
    self.scanned = scanned
    (news, ticker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Continues where the previous run ended.
  ///
  /// - Parameter published: the remote's branch as Stet or git saw it last: its commits that were not scanned are
  ///   scanned now. These are all of them when the folder first meets the branch.
  package func begin(published: [ObjectID]) {
    for commit in published { expect(commit, without: []) }
    if scanned.published({ !$0.progress.ranges.isEmpty }) { ticker.yield() }
  }

  /// Schedules the scan of the commits that a commit reaches, without those that the `without` commits reach or that
  /// were scanned.
  package func expect(_ commit: ObjectID, without: [ObjectID]) {
    if scanned.published({ $0.progress.expect(commit, without: without) }) { ticker.yield() }
  }

  /// Ends the scan: the rest is scanned after the next start. If nothing is left, the given commits count as scanned
  /// with all their ancestors: the tip, because everything else in it was recorded here.
  package func end(at commits: [ObjectID]) async {
    ticker.finish()
    await thread.run { [self] in
      scanned.published { scan in for commit in commits { scan.progress.rest(at: commit) } }
      scanned.keepProgress(at: time.now().monotonic)
    }
  }

  /// Scans one slice.
  package func step(rules: [SecretRules], allowed: AllowedSecrets) async -> Step {
    await thread.run { [self] in stepOnThread(rules, allowed) }
  }

  private func stepOnThread(_ rules: [SecretRules], _ allowed: AllowedSecrets) -> Step {
    let start = time.now().monotonic
    guard let range = scanned.published({ $0.progress.ranges.first }) else { return Step() }
    let found: [ArrivedSecret]
    do {
      found = try look(at: range, rules) { self.time.now().monotonic - start < Self.slice }
    } catch { return wait(for: range, error) }
    scanned.published { $0.pause.reset() }
    let fresh = scanned.add(found.filter { !$0.prints.allSatisfy(allowed.contains) })
    let now = time.now().monotonic
    let (isDue, isLeft) = scanned.published { scan in
      (!fresh.isEmpty || now - scan.keptAt >= Self.keepsEach, !scan.progress.ranges.isEmpty)
    }
    if isDue { scanned.keepProgress(at: time.now().monotonic) }
    return Step(found: fresh, rest: isLeft ? .nanoseconds(now - start) : nil)
  }

  /// Schedules the retry of a failed scan, with a longer delay each time. A commit that still cannot be read after the
  /// longest delay, a minute, because the branch was rewritten or it is damaged, is left out so that it does not block
  /// others.
  private func wait(for range: LookedThrough.Range, _ error: any Error) -> Step {
    scanned.published { scan in
      let pause = scan.pause
      scan.pause.lengthen()
      if pause.next == pause.longest, let error = error as? ObjectStoreError {
        if case .missing(let id) = error, id.hex == range.target { scan.dropRange() } else { scan.skip(error) }
      }
      return Step(problem: pause.next == pause.first ? "\(error)" : nil, rest: .nanoseconds(pause.next))
    }
  }

  /// Scans a range for the time allowed and records the progress.
  ///
  /// - Throws: the store's error if the commits cannot be listed.
  private func look(
    at range: LookedThrough.Range, _ rules: [SecretRules], while mayGoOn: () -> Bool
  ) throws -> [ArrivedSecret] {
    guard rules.contains(where: \.holds), let target = ObjectID(hex: range.target) else {
      scanned.published { $0.finishRange() }
      return []
    }
    let store = try Repository(root: root)
    let graph = CommitGraph(store: store)
    var scan: CommitScan
    let (open, before) = scanned.published { ($0.scan, range.without + $0.progress.through) }
    if let open {
      scan = open
    } else {
      let commits = try graph.commits(from: target, excluding: before.compactMap { ObjectID(hex: $0) })
      scan = CommitScan(of: commits.reversed().map { CommitScan.Commit(id: $0) }, done: range.done)
    }
    // Also after an error: the next slice goes on with the same commit.
    defer { scanned.published { $0.take(scan) } }
    let results = try scan.run(by: rules, in: store, while: mayGoOn)
    return results.flatMap { commit, found in found.compactMap { Self.secret($0, of: commit.id, graph) } }
  }

  private static func secret(_ found: SecretVersion, of id: ObjectID, _ graph: CommitGraph) -> ArrivedSecret? {
    guard let commit = try? graph.commit(id), let message = try? graph.message(of: id) else { return nil }
    var author = commit.author.name
    if case .agent(let name, _)? = message.author { author = name }
    return ArrivedSecret(
      path: found.version.path, prints: found.prints.sorted(), kind: found.kind, line: found.line,
      author: author, machine: message.machine, commit: id.hex)
  }

  /// Takes the person's answer about some secrets; `isKnown` means that the text is no secret or may be known.
  ///
  /// - Parameter isMeant: returns whether the answer is about a secret.
  /// - Returns: whether there are such secrets.
  package func answer(
    isKnown: Bool, allowed: AllowedSecrets, about isMeant: @escaping @Sendable (ArrivedSecret) -> Bool
  ) async -> Bool {
    await thread.run { [scanned] in
      let gone = scanned.open.filter(isMeant)
      guard !gone.isEmpty else { return false }
      if isKnown { try? allowed.allow(gone.flatMap(\.prints)) }
      scanned.remove(gone)
      return true
    }
  }
}
