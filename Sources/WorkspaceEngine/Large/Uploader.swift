internal import GitObjects
internal import History
internal import LargeFiles
internal import Sync
internal import Threads

/// The upload queue for the objects of large files: they are sent before the commits that name them.
///
/// The exchange calls it before each publication. Uploads that take longer continue beside the exchange, and the
/// versions that name their objects wait. Runs on its own thread, because it reads and writes a table.
actor Uploader {
  /// The time for which a publication waits for objects before its other commits are published alone: too short for a
  /// person to notice, and long enough that small objects and their commits are published together.
  private static let grace = Duration.milliseconds(400)
  /// The size in bytes above which objects form a second group: small objects do not wait behind large ones.
  private static let small = 4_000_000
  /// The time after which the remote is asked again for an object that is neither here nor there.
  private static let askPause = Duration.seconds(60)

  private let executor = SerialQueue(label: "stet.upload", isBackground: true)
  private let link: ObjectLink
  private let known: KnownObjects
  private let unpublished: UnpublishedPointers
  private let debts: OwedObjects
  private let progress = TransferProgress()
  private let host: UploadHost

  /// The objects to upload, by id; an object that is missing on both sides is not included.
  private var waiting: [ContentID: Pointer] = [:]
  /// The versions of those objects, as of the last publication.
  private var versions: [PointedVersion] = []
  /// The objects that published versions name and the remote denies; they are uploaded again.
  private var owed: [ContentID: PointedVersion]
  /// The objects that a remote without history claimed to have, or accepted, since the last publication to it.
  private var confirmed: Set<ContentID> = []
  private var moving: Set<ContentID> = []
  /// The objects of each group whose upload has not ended.
  private var groups: [Int: Set<ContentID>] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0
  private var problems: [ContentID: String] = [:]
  /// The objects with a problem that failed because the remote cannot be reached.
  private var unreachable: Set<ContentID> = []
  /// The objects that neither side has, with the time of that answer.
  private var lost: [ContentID: ContinuousClock.Instant] = [:]
  private var schedule = RetrySchedule.offline
  private var retryAt: ContinuousClock.Instant?
  private var generator = SystemRandomNumberGenerator()
  private var rested: [CheckedContinuation<Void, Never>] = []
  /// The reason why large objects wait at present.
  private var hindrance: String?
  private var isClosed = false

  /// Makes an uploader; nothing is sent before the first call.
  init(
    _ link: ObjectLink, known: KnownObjects, unpublished: UnpublishedPointers, debts: OwedObjects, host: UploadHost
  ) {
    self.debts = debts
    // An object that is not here any more cannot be sent.
    let kept = debts.load().filter { link.folder.holds($0.pointer) }
    owed = Dictionary(kept.map { ($0.pointer.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.link = link
    self.known = known
    self.unpublished = unpublished
    self.host = host
  }

  /// The executor of the actor: its own queue.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Uploads the objects of the commits that are to be published; returns the versions that must wait for them.
  ///
  /// - Throws: `ObjectStoreError` if the history cannot be read.
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
    // Large objects whose upload was running before take longer than the grace period.
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

  /// Uploads again the objects that published versions name and the remote denies.
  ///
  /// The list survives a restart: nothing else asks the remote for published objects.
  func send(again denied: [PointedVersion]) async {
    let absent = denied.map(\.pointer).filter { !link.folder.holds($0) }
    if !absent.isEmpty { await host.store(Set(absent.map(\.id))) }
    let before = owed
    for item in denied where link.folder.holds(item.pointer) { owed[item.pointer.id] = item }
    if owed != before { debts.save(owed.values) }
    start()
  }

  /// Continues the uploads that were owed before the last stop.
  func resume() async {
    guard !owed.isEmpty else { return }
    hindrance = await host.hindrance()
    start()
  }

  /// Returns the versions that wait for their objects, each with its status.
  func held() -> [HeldUpload] {
    versions.filter { waiting[$0.pointer.id] != nil }.map { item in
      HeldUpload(
        path: item.version.path, pointer: item.pointer,
        sent: moving.contains(item.pointer.id) ? progress.count(of: item.pointer.id) ?? 0 : nil,
        problem: problems[item.pointer.id] ?? progress.setback(of: item.pointer.id)?.description,
        hindrance: item.pointer.size > PlaceholderRules.small ? hindrance : nil)
    }
  }

  /// Returns the files whose objects cannot be sent, with the reason; the uploader retries them.
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

  /// Retries the failed uploads at once.
  func tryAgain() {
    guard retryAt != nil else { return }
    schedule.reset()
    retryAt = nil
    lost = [:]
    start()
  }

  /// Checks again whether waiting uploads may begin.
  func look() async {
    guard let before = hindrance else { return }
    hindrance = await host.hindrance()
    if hindrance != before { start() }
  }

  /// Cancels all uploads and waits for their end.
  func close() async {
    isClosed = true
    let running = tasks.values
    for task in running { task.cancel() }
    for task in running { await task.value }
    wake()
  }

  /// Asks a remote without history for the objects that it is known to have: it may have been created anew, or have
  /// lost more than its commits.
  private func doubt(_ found: [PointedVersion]) async {
    var doubted: [ContentID: Pointer] = [:]
    for item in found where known.contains(item.pointer.id) && !confirmed.contains(item.pointer.id) {
      doubted[item.pointer.id] = item.pointer
    }
    guard !doubted.isEmpty else { return }
    // If the remote cannot be asked, the upload itself finds out.
    let held = (try? await link.holds(Array(doubted.values)).get()) ?? []
    confirmed.formUnion(held)
    known.remove(doubted.keys.filter { !held.contains($0) })
  }

  /// Asks the remote for objects that are not here: another machine may have uploaded them. An object that neither side
  /// has holds no version back, because it can never be sent.
  ///
  /// - Returns: the reason why the remote could not be asked; nil if it could.
  private func ask(_ found: [PointedVersion]) async -> String? {
    let now = ContinuousClock.now
    var absent: [ContentID: Pointer] = [:]
    for item in found where !link.folder.holds(item.pointer) {
      if lost[item.pointer.id].map({ $0 + Self.askPause > now }) ?? false { continue }
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
    // Versions are published as soon as their objects are sent, even while a film uploads for hours: small objects with
    // their group, a large one by itself.
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
    // The next publication asks for objects that are not here.
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

/// The callbacks from the uploader to the workspace.
struct UploadHost: Sendable {
  /// Notifies the exchange that uploads have ended: it checks again for commits that can be published.
  var rested: @Sendable () -> Void
  /// Reports the paths that began to wait for their objects, and the paths that no longer wait.
  var changed: @Sendable (_ held: [String], _ released: [String]) -> Void
  /// Returns why large transfers wait; nil if they do not.
  var hindrance: @Sendable () async -> String?
  /// Stores contents that the folder has as objects again.
  var store: @Sendable (Set<ContentID>) async -> Void
  /// Reports paths to be published whose objects are neither here nor on the remote.
  var tellLost: @Sendable ([String]) async -> Void
}

/// A path that is not published until its object is on the remote.
struct HeldUpload: Sendable {
  /// The path.
  var path: String
  /// Its object.
  var pointer: Pointer
  /// The number of bytes sent; nil while the upload is not running.
  var sent: Int?
  /// The reason why the upload failed; nil if it did not.
  var problem: String?

  /// The reason why large objects wait; nil if they do not, or if this object is small.
  var hindrance: String?

  /// The reason for the person.
  var reason: String {
    if let problem { return "not synced yet: its object cannot be sent: \(problem); it is tried again" }
    if sent == nil, let hindrance { return "not synced yet: its object waits: \(hindrance)" }
    guard let sent, pointer.size > 0 else { return "not synced yet: its object waits to be sent" }
    return "not synced yet: its object is being sent (\(min(99, sent * 100 / pointer.size)) %)"
  }
}
