internal import FileSystem
internal import Git
internal import GitObjects
internal import LocalState
internal import Merge
internal import Synchronization
internal import Threads
internal import WorkTree

/// The secrets that others published and the person here has not answered for: each is a question (decisions 33 and
/// 34).
///
/// Arriving commits are published already: they are adopted unchanged, scanned beside the recorder's turns, and the
/// person is asked. Stored in `.git/stet/arrived-secrets.json` with the progress of the scan, because each commit is
/// scanned once.
final class ArrivedSecrets: Sendable {
  /// The length of a slice of the scan, in nanoseconds; a rest of the same length follows.
  private static let slice: Int64 = 50_000_000
  /// The interval at which the progress is stored while nothing is found, in nanoseconds.
  private static let keepsEach: Int64 = 2_000_000_000

  /// The result of one slice.
  struct Step: Sendable {
    /// The secrets that are new and not allowed.
    var found: [ArrivedSecret] = []
    /// The reason why the scan failed; reported once, and the scan is retried until it succeeds.
    var problem: String?
    /// The rest before the next slice; nil if nothing is left to scan.
    var rest: Duration?
  }

  private struct State {
    var looked: LookedThrough
    var keptAt: Int64 = 0
    /// The commits of the first range, the oldest first; nil before they are listed.
    var commits: [ObjectID]?
    var look = SecretLook()
    /// The delay before a failed scan is retried.
    var pause = LengtheningPause(first: 1_000_000_000, longest: 60_000_000_000)
  }

  /// Yields when there are commits to scan; for one listener.
  let news: AsyncStream<Void>
  private let ticker: AsyncStream<Void>.Continuation
  private let root: String
  private let time: any TimeSource
  private let thread = SerialQueue(label: "stet.arrivals", isBackground: true)
  private let stored: StoredTable<ScannedSecrets>
  private let state: Mutex<State>

  /// Reads the secrets of the folder at a root; none if they cannot be read.
  init(root: String, time: any TimeSource) {
    self.root = root
    self.time = time
    (news, ticker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    stored = ScannedSecrets.table(in: try? DiskTree(root: root))
    state = Mutex(State(looked: stored.current.progress))
  }

  /// The secrets that the person has not answered for.
  var open: [ArrivedSecret] { stored.current.open }

  /// Continues where the previous run ended.
  ///
  /// - Parameter published: the remote's branch as Stet or git saw it last: its commits that were not scanned are
  ///   scanned now. These are all of them when the folder first meets the branch.
  func begin(published: [ObjectID]) {
    for commit in published { expect(commit, without: []) }
    if state.withLock({ !$0.looked.ranges.isEmpty }) { ticker.yield() }
  }

  /// Schedules the scan of the commits that a commit reaches, without those that the `without` commits reach or that
  /// were scanned.
  func expect(_ commit: ObjectID, without: [ObjectID]) {
    if state.withLock({ $0.looked.expect(commit, without: without) }) { ticker.yield() }
  }

  /// Ends the scan: the rest is scanned after the next start. If nothing is left, the given commits count as scanned
  /// with all their ancestors: the tip, because everything else in it was recorded here.
  func end(at commits: [ObjectID]) async {
    ticker.finish()
    await thread.run { [self] in
      state.withLock { state in for commit in commits { state.looked.rest(at: commit) } }
      keepProgress()
    }
  }

  /// Scans one slice.
  func step(rules: [SecretRules], allowed: AllowedSecrets) async -> Step {
    await thread.run { [self] in stepOnThread(rules, allowed) }
  }

  private func stepOnThread(_ rules: [SecretRules], _ allowed: AllowedSecrets) -> Step {
    let start = time.now().monotonic
    guard let range = state.withLock({ $0.looked.ranges.first }) else { return Step() }
    let found: [ArrivedSecret]
    do {
      found = try look(at: range, rules) { self.time.now().monotonic - start < Self.slice }
    } catch { return wait(for: range, error) }
    state.withLock { $0.pause.reset() }
    let fresh = add(found.filter { !$0.prints.allSatisfy(allowed.contains) })
    let now = time.now().monotonic
    let (isDue, isLeft) = state.withLock { state in
      (!fresh.isEmpty || now - state.keptAt >= Self.keepsEach, !state.looked.ranges.isEmpty)
    }
    if isDue { keepProgress() }
    return Step(found: fresh, rest: isLeft ? .nanoseconds(now - start) : nil)
  }

  /// Schedules the retry of a failed scan, with a longer delay each time. A commit that is still missing after the
  /// longest delay, a minute, because the branch was rewritten, is dropped so that it does not block other ranges.
  private func wait(for range: LookedThrough.Range, _ error: any Error) -> Step {
    state.withLock { state in
      let pause = state.pause
      state.pause.lengthen()
      if pause.next == pause.longest, case .missing(let id)? = error as? ObjectStoreError, id.hex == range.target {
        state.looked.dropRange()
        state.pause.reset()
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
      finishRange()
      return []
    }
    let store = try Repository(root: root)
    let graph = CommitGraph(store: store)
    var (commits, look) = state.withLock { ($0.commits, $0.look) }
    if commits == nil {
      let before = state.withLock { range.without + $0.looked.through }.compactMap { ObjectID(hex: $0) }
      commits = try graph.commits(from: target, excluding: before).reversed()
    }
    let ids = commits ?? []
    var done = range.done
    var found: [ArrivedSecret] = []
    repeat {
      guard done < ids.count else {
        finishRange()
        return found
      }
      guard let brought = look.brought(by: ids[done], rules: rules, in: store, mayGoOn: mayGoOn) else { break }
      found += brought.compactMap { Self.secret($0, of: ids[done], graph) }
      done += 1
    } while mayGoOn()
    state.withLock { state in
      state.looked.note(done: done)
      (state.commits, state.look) = (commits, look)
    }
    return found
  }

  private func finishRange() {
    state.withLock { state in
      state.looked.finishRange()
      (state.commits, state.look) = (nil, SecretLook())
    }
  }

  private static func secret(_ found: SecretVersion, of id: ObjectID, _ graph: CommitGraph) -> ArrivedSecret? {
    guard let commit = try? graph.commit(id), let message = try? graph.message(of: id) else { return nil }
    var author = commit.author.name
    if case .agent(let name, _)? = message.author { author = name }
    return ArrivedSecret(
      path: found.version.path, prints: found.prints.sorted(), kind: found.kind, line: found.line,
      author: author, machine: message.machine, commit: id.hex)
  }

  /// Adds secrets.
  ///
  /// - Returns: the secrets that were not in the table.
  private func add(_ found: [ArrivedSecret]) -> [ArrivedSecret] {
    stored.changeAtOnce { secrets in
      var fresh: [ArrivedSecret] = []
      for new in found
      where !secrets.open.contains(where: { $0.path.hasSameBytes(as: new.path) && $0.prints == new.prints }) {
        fresh.append(new)
        secrets.open.append(new)
      }
      return fresh
    }
  }

  /// Takes the person's answer to a question; `isKnown` means that the text is no secret or may be known.
  ///
  /// - Returns: whether there is such a question.
  func answer(_ id: String, isKnown: Bool, allowed: AllowedSecrets) async -> Bool {
    await thread.run { [stored] in
      let gone = stored.current.open.filter { QuestionSubject.arrivedSecret($0).id == id }
      guard !gone.isEmpty else { return false }
      if isKnown { try? allowed.allow(gone.flatMap(\.prints)) }
      stored.changeAtOnce { secrets in secrets.open.removeAll { gone.contains($0) } }
      return true
    }
  }

  /// Stores the progress. If the write fails, the progress lasts in memory until the daemon stops.
  private func keepProgress() {
    let now = time.now().monotonic
    let progress = state.withLock { state in
      state.keptAt = now
      return state.looked
    }
    stored.changeAtOnce { $0.progress = progress }
  }
}
