internal import GitObjects
internal import History
internal import LargeFiles
internal import Sync
internal import Threads

/// Sends the objects of large files before the commits that name them.
///
/// Asked before each publication; what cannot be sent in a moment goes on beside the exchange, and the versions that name
/// it wait. Runs on a thread of its own: it reads and writes a table.
actor Uploader {
  /// How long a publication waits for objects before the rest of it goes out alone: so short that nobody notices, and
  /// long enough that small objects and their commits go out as one.
  private static let grace = Duration.milliseconds(400)
  /// Larger objects go beside the others: what is small is not kept behind them.
  private static let small = 4_000_000
  /// A remote that has not got an object that is not here either is asked again after this.
  private static let patience = Duration.seconds(60)

  private let executor = SerialQueue(label: "stet.upload", isBackground: true)
  private let link: ObjectLink
  private let known: KnownObjects
  private let unpublished: UnpublishedPointers
  private let debts: OwedObjects
  private let progress = TransferProgress()
  private let host: UploadHost

  /// What is to go up, by object; what is missing here and there is not in it.
  private var waiting: [ContentID: Pointer] = [:]
  /// The versions of it, as the last publication had them.
  private var versions: [PointedVersion] = []
  /// What published versions name and the remote denies; it goes up again.
  private var owed: [ContentID: PointedVersion]
  /// What a remote without history said that it has, or took, since it was last published to.
  private var confirmed: Set<ContentID> = []
  private var moving: Set<ContentID> = []
  /// What of each group is still on its way.
  private var groups: [Int: Set<ContentID>] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0
  private var problems: [ContentID: String] = [:]
  /// Of those with a problem, what did not go since the remote cannot be reached.
  private var unreachable: Set<ContentID> = []
  /// Objects that are nowhere, and when that was asked.
  private var lost: [ContentID: ContinuousClock.Instant] = [:]
  private var schedule = RetrySchedule.offline
  private var retryAt: ContinuousClock.Instant?
  private var generator = SystemRandomNumberGenerator()
  private var rested: [CheckedContinuation<Void, Never>] = []
  /// Why large objects wait just now.
  private var hindrance: String?
  private var isClosed = false

  /// Makes one that sends nothing before it is asked.
  init(
    _ link: ObjectLink, known: KnownObjects, unpublished: UnpublishedPointers, debts: OwedObjects, host: UploadHost
  ) {
    self.debts = debts
    // What is not here any more cannot be sent.
    let kept = debts.load().filter { link.folder.holds($0.pointer) }
    owed = Dictionary(kept.map { ($0.pointer.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.link = link
    self.known = known
    self.unpublished = unpublished
    self.host = host
  }

  /// Its own thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Sees to it that the objects of what is to be published go up; answers what must wait for them.
  ///
  /// - Throws: `ObjectStoreError` where the history cannot be read.
  func unsent(of tip: ObjectID, over remote: ObjectID?) async throws(ObjectStoreError) -> UnsentObjects {
    let pointed = try await unpublished.find(of: tip, over: remote)
    if remote == nil { await doubt(pointed) } else { confirmed = [] }
    let found = pointed.filter { !known.contains($0.pointer.id) }
    guard !found.isEmpty, !isClosed else {
      take([])
      await resume()
      confirmed = []
      return UnsentObjects()
    }
    let absent = await ask(found)
    let open = found.filter { !known.contains($0.pointer.id) && lost[$0.pointer.id] == nil }
    take(open)
    guard !open.isEmpty else {
      await resume()
      return UnsentObjects()
    }
    hindrance = await host.hindrance()
    let before = moving
    if absent == nil { start() }
    // What is large and was on its way before takes longer than that.
    let isSoon = open.contains { item in
      moving.contains(item.pointer.id) && (item.pointer.size <= Self.small || !before.contains(item.pointer.id))
    }
    if isSoon { await rest(atMost: Self.grace) }
    let left = open.filter { !known.contains($0.pointer.id) }
    let problem =
      absent
      ?? (moving.isEmpty ? left.lazy.compactMap { self.problems[$0.pointer.id] }.first ?? hindrance : nil)
    return UnsentObjects(Set(left.map(\.version)), problem: problem)
  }

  /// Sends again what published versions name and the remote denies.
  ///
  /// It is kept over a stop: nobody else asks the remote for what is published.
  func send(again denied: [PointedVersion]) async {
    let absent = denied.map(\.pointer).filter { !link.folder.holds($0) }
    if !absent.isEmpty { await host.store(Set(absent.map(\.id))) }
    let before = owed
    for item in denied where link.folder.holds(item.pointer) { owed[item.pointer.id] = item }
    if owed != before { debts.save(owed.values) }
    start()
  }

  /// Goes on with what is owed since before the last stop.
  func resume() async {
    guard !owed.isEmpty else { return }
    hindrance = await host.hindrance()
    start()
  }

  /// The versions that wait for their objects, each with what is to be said of it.
  func held() -> [UploadStanding] {
    versions.filter { waiting[$0.pointer.id] != nil }.map { item in
      UploadStanding(
        path: item.version.path, pointer: item.pointer,
        sent: moving.contains(item.pointer.id) ? progress.count(of: item.pointer.id) ?? 0 : nil,
        problem: problems[item.pointer.id] ?? progress.setback(of: item.pointer.id)?.description,
        hindrance: item.pointer.size > PlaceholderRules.small ? hindrance : nil)
    }
  }

  /// What does not go, and why; it is tried again.
  func troubles() -> [TransferTrouble] {
    (versions.filter { waiting[$0.pointer.id] != nil } + owed.values).compactMap { item in
      let id = item.pointer.id
      let setback = progress.setback(of: id)
      guard let problem = problems[id] ?? setback?.description else { return nil }
      return TransferTrouble(
        paths: [item.version.path], reason: problem,
        isOffline: problems[id] == nil ? setback?.isOffline == true : unreachable.contains(id), isUpload: true)
    }
  }

  /// Tries at once what failed before.
  func tryAgain() {
    guard retryAt != nil else { return }
    schedule.reset()
    retryAt = nil
    lost = [:]
    start()
  }

  /// Looks again whether what waits may go.
  func look() async {
    guard let before = hindrance else { return }
    hindrance = await host.hindrance()
    if hindrance != before { start() }
  }

  /// Ends all that is going on.
  func close() async {
    isClosed = true
    let running = tasks.values
    for task in running { task.cancel() }
    for task in running { await task.value }
    wake()
  }

  /// Asks a remote that has no history for what it is said to have: it was made anew, or has lost more than its commits.
  private func doubt(_ found: [PointedVersion]) async {
    var doubted: [ContentID: Pointer] = [:]
    for item in found where known.contains(item.pointer.id) && !confirmed.contains(item.pointer.id) {
      doubted[item.pointer.id] = item.pointer
    }
    guard !doubted.isEmpty else { return }
    // Where it cannot be asked, who sends will find out.
    let held = (try? await link.holds(Array(doubted.values)).get()) ?? []
    confirmed.formUnion(held)
    known.remove(doubted.keys.filter { !held.contains($0) })
  }

  /// Asks the remote for what is not here: it may have come there by another machine. What is nowhere keeps nothing
  /// back, since nobody could ever send it.
  ///
  /// - Returns: why it could not be asked; nil where it could.
  private func ask(_ found: [PointedVersion]) async -> String? {
    let now = ContinuousClock.now
    var absent: [ContentID: Pointer] = [:]
    for item in found where !link.folder.holds(item.pointer) {
      if lost[item.pointer.id].map({ $0 + Self.patience > now }) ?? false { continue }
      absent[item.pointer.id] = item.pointer
    }
    guard !absent.isEmpty else { return nil }
    switch await link.holds(Array(absent.values)) {
    case .failure(let fault):
      for id in absent.keys { note(fault, of: id) }
      retryLater()
      return fault.description
    case .success(let held):
      known.add(held)
      confirmed.formUnion(held)
      var missing = absent.keys.filter { !held.contains($0) }
      if !missing.isEmpty { await host.store(Set(missing)) }
      missing.removeAll { absent[$0].map(link.folder.holds) ?? false }
      let fresh = Set(missing.filter { lost[$0] == nil })
      for id in missing { lost[id] = now }
      let paths = found.filter { fresh.contains($0.pointer.id) }.map(\.version.path)
      if !paths.isEmpty { await host.tellLost(paths) }
      return nil
    }
  }

  private func take(_ open: [PointedVersion]) {
    let before = Set(versions.map(\.version.path).map(NameKey.init))
    versions = open
    waiting = [:]
    for item in open { waiting[item.pointer.id] = item.pointer }
    problems = problems.filter { waiting[$0.key] != nil || owed[$0.key] != nil }
    let after = Set(open.map(\.version.path).map(NameKey.init))
    if before != after {
      host.changed(
        after.subtracting(before).map { String($0.text) }, before.subtracting(after).map { String($0.text) })
    }
  }

  private func start() {
    guard !isClosed, retryAt == nil else { return }
    let wanted = waiting.merging(owed.mapValues(\.pointer)) { own, _ in own }
    let ready = wanted.values.filter { pointer in
      !moving.contains(pointer.id) && (hindrance == nil || pointer.size <= PlaceholderRules.small)
        && link.folder.holds(pointer)
    }
    let groups = [ready.filter { $0.size <= Self.small }, ready.filter { $0.size > Self.small }]
    for group in groups where !group.isEmpty {
      moving.formUnion(group.map(\.id))
      count += 1
      let number = count
      self.groups[number] = Set(group.map(\.id))
      tasks[number] = Task { [link, progress] in
        await link.move(.upload, group, progress: progress) { id, outcome in
          Task { await self.ended(id, in: number, outcome) }
        }
        self.finished(number)
      }
    }
  }

  private func finished(_ number: Int) { tasks[number] = nil }

  private func ended(_ id: ContentID, in group: Int, _ outcome: TransferOutcome) {
    moving.remove(id)
    groups[group]?.remove(id)
    if groups[group]?.isEmpty == true { groups[group] = nil }
    let isLarge = (waiting[id] ?? owed[id]?.pointer).map { $0.size > Self.small } ?? false
    var isSent = false
    progress.forget(id)
    switch outcome {
    case .moved, .present:
      known.add([id])
      confirmed.insert(id)
      isSent = waiting.removeValue(forKey: id) != nil
      if owed.removeValue(forKey: id) != nil { debts.save(owed.values) }
      problems[id] = nil
      schedule.reset()
    case .failed(.cancelled): break
    case .failed(let fault):
      note(fault, of: id)
      retryLater()
    }
    // What is sent is published now, though a film may be on its way for hours: small objects with their group, a large
    // one by itself.
    guard moving.isEmpty || groups[group] == nil || isSent && isLarge else { return }
    wake()
    if !isClosed { host.rested() }
  }

  private func note(_ fault: TransferFault, of id: ContentID) {
    problems[id] = fault.description
    if fault.isOffline { unreachable.insert(id) } else { unreachable.remove(id) }
  }

  private func retryLater() {
    guard retryAt == nil, !isClosed else { return }
    let wait = schedule.next(using: &generator)
    retryAt = ContinuousClock.now + wait
    count += 1
    let number = count
    tasks[number] = Task {
      try? await Task.sleep(for: wait)
      self.retry(number)
    }
  }

  private func retry(_ number: Int) {
    tasks[number] = nil
    guard retryAt != nil, !isClosed else { return }
    retryAt = nil
    start()
    // What is not here is asked for by the next publication.
    host.rested()
  }

  private func rest(atMost limit: Duration) async {
    let timer = Task {
      try? await Task.sleep(for: limit)
      self.wake()
    }
    await withCheckedContinuation { rested.append($0) }
    timer.cancel()
  }

  private func wake() {
    for waiter in rested { waiter.resume() }
    rested = []
  }
}
