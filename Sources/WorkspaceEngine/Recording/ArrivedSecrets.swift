internal import Documents
internal import FileSystem
internal import FoundationEssentials
internal import Git
internal import GitObjects
internal import History
internal import LocalState
internal import Merge
internal import Synchronization
internal import Threads

/// The secrets that others published and nobody here answered for: each is a question (decisions 33 and 34).
///
/// What arrives is published: it is taken as it is, looked through beside the recorder's turns, and asked about. Kept in
/// `.git/stet/arrived-secrets.json`, since each commit is looked at once; how far that is stands beside it.
final class ArrivedSecrets: Sendable {
  /// How long is looked at a time before others get as long: nanoseconds.
  private static let slice: Int64 = 50_000_000
  /// How often is kept how far it is, where nothing is found: nanoseconds.
  private static let keepsEach: Int64 = 2_000_000_000
  private static let progress = StoredFile("looked-through.json")

  /// What one slice came to.
  struct Step: Sendable {
    /// What was found, is not allowed, and was not known.
    var found: [ArrivedSecret] = []
    /// Why nothing could be looked at; told once, and tried again until it goes.
    var problem: String?
    /// How long to leave the machine to others before the next one; nil where nothing is left to look at.
    var rest: Duration?
  }

  private struct State {
    var looked = LookedThrough()
    /// What is kept of that.
    var kept: LookedThrough?
    var keptAt: Int64 = 0
    /// The commits of the first range, the oldest first; nil where they were not listed yet.
    var commits: [ObjectID]?
    var look = SecretLook()
    /// How long until what could not be looked at is tried again.
    var pause = LengtheningPause(first: 1_000_000_000, longest: 60_000_000_000)
  }

  /// Ticks when there is something to look at; for one listener.
  let news: AsyncStream<Void>
  private let ticker: AsyncStream<Void>.Continuation
  private let root: String
  private let time: any TimeSource
  private let tree: (any FileTree)?
  private let thread = SerialQueue(label: "stet.arrivals", isBackground: true)
  private let secrets: StoredTable<[ArrivedSecret]>
  private let state: Mutex<State>

  /// Those of the folder at a root; none where they cannot be read.
  init(root: String, time: any TimeSource) {
    self.root = root
    self.time = time
    tree = try? DiskTree(root: root)
    (news, ticker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    secrets = StoredTable(StoredFile("arrived-secrets.json"), in: tree, limit: 1 << 24, .content) { bytes in
      bytes.flatMap { try? JSONDecoder().decode([ArrivedSecret].self, from: Data($0)) } ?? []
    } encode: {
      StoredFile.json($0)
    }
    var state = State()
    state.kept = tree.flatMap { Self.progress.value(LookedThrough.self, from: $0, limit: 1 << 24) }
    if let kept = state.kept { state.looked = kept }
    self.state = Mutex(state)
  }

  /// Those that were not answered for.
  var open: [ArrivedSecret] { secrets.current }

  /// Begins where the run before ended.
  ///
  /// - Parameter published: the remote's branch as it was seen last, by Stet or by git: what it has and was not looked
  ///   through comes now. All of it where the folder meets it for the first time.
  func begin(published: [ObjectID]) {
    for commit in published { expect(commit, without: []) }
    if state.withLock({ !$0.looked.ranges.isEmpty }) { ticker.yield() }
  }

  /// Takes that there is something to look at: what a commit has, and neither those that are looked through nor others
  /// have.
  func expect(_ commit: ObjectID, without: [ObjectID]) {
    if state.withLock({ $0.looked.expect(commit, without: without) }) { ticker.yield() }
  }

  /// Ends: what is left to look at is looked at after the next start. Where nothing is, these are looked through: the
  /// tip, since all else in it is recorded here, and what it has.
  func end(at commits: [ObjectID]) async {
    ticker.finish()
    await thread.run { [self] in
      state.withLock { state in for commit in commits { state.looked.rest(at: commit) } }
      keepProgress()
    }
  }

  /// Looks through some of what there is to look at.
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

  /// What could not be looked at is not looked through: it is tried again, later each time. What is no longer there after
  /// a minute, since the branch was rewritten, keeps nothing else waiting.
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

  /// Looks through a range as long as it may, and notes how far it is.
  ///
  /// - Throws: what the store says where its commits cannot be listed.
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

  /// Adds what was found.
  ///
  /// - Returns: what was not there.
  private func add(_ found: [ArrivedSecret]) -> [ArrivedSecret] {
    secrets.changeAtOnce { secrets in
      var fresh: [ArrivedSecret] = []
      for new in found
      where !secrets.contains(where: { $0.path.hasSameBytes(as: new.path) && $0.prints == new.prints }) {
        fresh.append(new)
        secrets.append(new)
      }
      return fresh
    }
  }

  /// Takes a person's answer to a question about one; `isKnown` says that it is none, or may be known.
  ///
  /// - Returns: whether there is such a question.
  func answer(_ id: String, isKnown: Bool, allowed: AllowedSecrets) async -> Bool {
    await thread.run { [secrets] in
      let gone = secrets.current.filter { QuestionSubject.arrivedSecret($0).id == id }
      guard !gone.isEmpty else { return false }
      if isKnown { try? allowed.allow(gone.flatMap(\.prints)) }
      secrets.changeAtOnce { secrets in secrets.removeAll { gone.contains($0) } }
      return true
    }
  }

  /// Keeps the progress. Never behind what was found and asked about: that is not asked again. Never before what was found
  /// either: nobody would look there again. What cannot be kept is known until the stop.
  private func keepProgress() {
    let now = time.now().monotonic
    let isKept = (try? secrets.store()) != nil
    let fresh = state.withLock { state -> LookedThrough? in
      state.keptAt = now
      return isKept && state.kept != state.looked ? state.looked : nil
    }
    guard let fresh, let tree, (try? Self.progress.write(json: fresh, .content, in: tree)) != nil else { return }
    state.withLock { $0.kept = fresh }
  }
}
