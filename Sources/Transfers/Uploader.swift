package import GitObjects
package import LargeFiles
internal import Permissions
package import Sync
internal import Threads

/// The upload queue for the objects of large files: they are sent before the commits that name them.
///
/// The exchange calls it before each publication. Uploads that take longer continue beside the exchange, and the
/// versions that name their objects wait. Runs on its own thread, because it reads and writes a table.
package actor Uploader {
  /// The time for which a publication waits for objects before its other commits are published alone: too short for a
  /// person to notice, and long enough that small objects and their commits are published together.
  private static let grace = Duration.milliseconds(400)

  private let executor = SerialQueue(label: "stet.upload", isBackground: true)
  private let link: ObjectLink
  private let known: KnownObjects
  private let unpublished: UnpublishedPointers
  private let debts: OwedObjects
  private let progress = TransferProgress()
  private let host: UploadHost

  private var list: UploadList
  private var agenda = TransferAgenda()
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0
  private var rested: [CheckedContinuation<Void, Never>] = []
  /// The reason why large objects wait at present.
  private var hindrance: String?
  private var isClosed = false

  /// Makes an uploader; nothing is sent before the first call.
  package init(
    _ link: ObjectLink, known: KnownObjects, unpublished: UnpublishedPointers, debts: OwedObjects, host: UploadHost
  ) {
    self.debts = debts
    list = UploadList(owed: debts.load())
    self.link = link
    self.known = known
    self.unpublished = unpublished
    self.host = host
  }

  /// The executor of the actor: its own queue.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Uploads the objects of the commits that are to be published; returns the versions that must wait for them.
  ///
  /// - Throws: `ObjectStoreError` if the history cannot be read.
  package func unsent(of tip: ObjectID, over remote: ObjectID?) async throws(ObjectStoreError) -> UnsentObjects {
    let pointed = try await unpublished.find(of: tip, over: remote)
    if remote == nil { await doubt(pointed) } else { list.forgetConfirmed() }
    let found = pointed.filter { !known.contains($0.pointer.id) }
    guard !found.isEmpty, !isClosed else {
      take([])
      await resume()
      list.forgetConfirmed()
      return UnsentObjects()
    }
    let absent = await ask(found)
    let open = found.filter { item in
      let id = item.pointer.id
      return !known.contains(id) && (!list.isLost(id) || link.folder.holds(item.pointer))
    }
    take(open)
    guard !open.isEmpty else {
      await resume()
      return UnsentObjects()
    }
    hindrance = await host.hindrance()
    let before = list.moving
    if absent == nil { start() }
    if list.endsSoon(open, movingBefore: before) { await rest(atMost: Self.grace) }
    let left = open.filter { !known.contains($0.pointer.id) }
    let problem =
      absent
      ?? (list.moving.isEmpty
        ? left.lazy.compactMap { self.agenda.problem(of: $0.pointer.id) }.first ?? hindrance : nil)
    return UnsentObjects(Set(left.map(\.version)), problem: problem)
  }

  /// Uploads again the objects that published versions name and the remote denies.
  ///
  /// The list survives a restart: nothing else asks the remote for published objects.
  package func send(again denied: [PointedVersion]) async {
    let absent = denied.map(\.pointer).filter { !link.folder.holds($0) }
    if !absent.isEmpty { await host.store(Set(absent.map(\.id))) }
    if list.owe(denied.filter { link.folder.holds($0.pointer) }) { debts.save(list.owed.values) }
    start()
  }

  /// Continues the uploads that were owed before the last stop.
  package func resume() async {
    guard !list.owed.isEmpty else { return }
    hindrance = await host.hindrance()
    start()
  }

  /// Returns the versions that wait for their objects, each with its status.
  package func held() -> [HeldUpload] {
    list.held.map { item in
      let id = item.pointer.id
      return HeldUpload(
        path: item.version.path, pointer: item.pointer,
        sent: list.moving.contains(id) ? progress.count(of: id) ?? 0 : nil,
        problem: agenda.problem(of: id) ?? progress.setback(of: id)?.description,
        hindrance: item.pointer.size > PlaceholderRules.small ? hindrance : nil)
    }
  }

  /// Returns the files whose objects cannot be sent, with the reason; the uploader retries them.
  package func troubles() -> [TransferTrouble] {
    (list.held + list.owed.values).compactMap { item in
      let id = item.pointer.id
      return agenda.trouble(of: id, progress.setback(of: id), paths: [item.version.path], isUpload: true)
    }
  }

  /// Retries the failed uploads at once, and begins those of owed objects that are here again.
  package func tryAgain() {
    if agenda.hurry() { list.forgetLost() }
    start()
  }

  /// Checks again whether waiting uploads may begin, whether owed objects are here again, and whether postponed retries
  /// are due.
  package func look() async {
    let before = hindrance
    guard before != nil || !list.owed.isEmpty || agenda.hasPostponed else { return }
    hindrance = await host.hindrance()
    if hindrance != before || !list.owed.isEmpty || agenda.hasPostponed { start() }
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
    let doubted = list.doubted(found, isKnown: known.contains)
    guard !doubted.isEmpty else { return }
    // If the remote cannot be asked, the upload itself finds out.
    let held = (try? await link.holds(Array(doubted.values)).get()) ?? []
    list.confirm(held)
    known.remove(doubted.keys.filter { !held.contains($0) })
  }

  /// Asks the remote for objects that are not here: another machine may have uploaded them. An object that neither side
  /// has holds no version back, because it may never be found again. It is owed: nothing else remembers a published
  /// version when its content is here again.
  ///
  /// - Returns: the reason why the remote could not be asked; nil if it could.
  private func ask(_ found: [PointedVersion]) async -> String? {
    let now = ContinuousClock.now
    let absent = list.absent(found, at: now, isHere: link.folder.holds)
    guard !absent.isEmpty else { return nil }
    switch await link.holds(Array(absent.values)) {
    case .failure(let fault):
      for id in absent.keys { agenda.note(fault, of: id) }
      retryLater()
      return fault.description
    case .success(let held):
      known.add(held)
      list.confirm(held)
      for id in absent.keys { agenda.clear(id) }
      var missing = absent.keys.filter { !held.contains($0) }
      if !missing.isEmpty { await host.store(Set(missing)) }
      missing.removeAll { absent[$0].map(link.folder.holds) ?? false }
      let fresh = list.noteLost(missing, at: now)
      let lost = Set(missing)
      if list.owe(found.filter { lost.contains($0.pointer.id) }) { debts.save(list.owed.values) }
      let paths = found.filter { fresh.contains($0.pointer.id) }.map(\.version.path)
      if !paths.isEmpty { await host.tellLost(paths) }
      return nil
    }
  }

  private func take(_ open: [PointedVersion]) {
    let change = list.take(open)
    agenda.keep(list.wants)
    if !change.began.isEmpty || !change.ended.isEmpty { host.changed(change.began, change.ended) }
  }

  private func start() {
    guard !isClosed, !agenda.awaitsRetry else { return }
    let now = ContinuousClock.now
    let groups = list.begin(nextNumber) { pointer in
      (hindrance == nil || pointer.size <= PlaceholderRules.small) && agenda.mayRetry(pointer.id, at: now)
        && link.folder.holds(pointer)
    }
    for (number, pointers) in groups {
      tasks[number] = Task { [link, progress] in
        await link.move(.upload, pointers, progress: progress) { id, outcome in
          Task { await self.ended(id, in: number, outcome) }
        }
        self.finished(number)
      }
    }
  }

  private func nextNumber() -> Int {
    count += 1
    return count
  }

  private func finished(_ number: Int) { tasks[number] = nil }

  private func ended(_ id: ContentID, in group: Int, _ outcome: TransferOutcome) {
    progress.forget(id)
    let isThere: Bool
    switch outcome {
    case .moved, .present:
      known.add([id])
      agenda.noteSuccess(of: id)
      isThere = true
    case .failed(let fault):
      isThere = false
      if fault != .cancelled {
        agenda.note(fault, of: id)
        if let pointer = list.pointer(of: id) {
          var generator = SystemRandomNumberGenerator()
          agenda.postpone(pointer, after: fault, at: .now, using: &generator)
        }
        retryLater()
      }
    }
    let ending = list.ended(id, in: group, isThere: isThere)
    if ending.paysDebt { debts.save(list.owed.values) }
    guard ending.wakes else { return }
    wake()
    if !isClosed { host.rested() }
  }

  private func retryLater() {
    var generator = SystemRandomNumberGenerator()
    let number = nextNumber()
    guard !isClosed, let wait = agenda.scheduleRetry(number, using: &generator) else { return }
    tasks[number] = Task {
      try? await Task.sleep(for: wait)
      self.retry(number)
    }
  }

  private func retry(_ number: Int) {
    tasks[number] = nil
    guard !isClosed, agenda.beginRetry(number) else { return }
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
package struct UploadHost: Sendable {
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

  /// Makes a host from its functions.
  package init(
    rested: @escaping @Sendable () -> Void,
    changed: @escaping @Sendable (_ held: [String], _ released: [String]) -> Void,
    hindrance: @escaping @Sendable () async -> String?,
    store: @escaping @Sendable (Set<ContentID>) async -> Void,
    tellLost: @escaping @Sendable ([String]) async -> Void
  ) {
    self.rested = rested
    self.changed = changed
    self.hindrance = hindrance
    self.store = store
    self.tellLost = tellLost
  }
}

/// A path that is not published until its object is on the remote.
package struct HeldUpload: Sendable {
  package var path: String
  /// Its object.
  package var pointer: Pointer
  /// The number of bytes sent; nil while the upload is not running.
  package var sent: Int?
  /// The reason why the upload failed; nil if it did not.
  package var problem: String?

  /// The reason why large objects wait; nil if they do not, or if this object is small.
  var hindrance: String?

  /// The reason for the person.
  package var reason: String {
    if let problem { return "not synced yet: its object cannot be sent: \(problem); it is tried again" }
    if sent == nil, let hindrance { return "not synced yet: its object waits: \(hindrance)" }
    guard let sent, pointer.size > 0 else { return "not synced yet: its object waits to be sent" }
    return "not synced yet: its object is being sent (\(min(99, sent * 100 / pointer.size)) %)"
  }
}
