package import GitObjects
package import LargeFiles
internal import Permissions
internal import Threads
internal import Values

/// The download queue for the objects of large files: first those for which a reader waits, then those that were asked
/// for, then those that the policy wants.
///
/// Runs on its own thread; the transfers run beside it.
package actor Downloader {
  /// The maximum number of concurrent groups of asked-for objects; the background has one.
  private static let runs = 4
  /// The maximum number of objects in a group, and of small ones; the concurrent groups share it.
  private static let group = (most: 100, small: 1_000)
  /// The number of bytes up to which the objects of a group count as small.
  private static let smallBytes = 64 << 20
  private static let stopping = AwaitedDownload.failed("the workspace is stopping")
  private static let cancelled = "the download was cancelled"

  private let executor = SerialQueue(label: "stet.download", isBackground: true)
  private let link: ObjectLink
  private let known: KnownObjects
  private let progress = TransferProgress()
  private let begun = BegunObjects()
  private let host: DownloadHost

  private var list = DownloadList()
  private var waiters: [ContentID: [Int: CheckedContinuation<AwaitedDownload, Never>]] = [:]
  private var agenda = TransferAgenda()
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The reason why large objects are not downloaded unasked at present.
  private var hindrance: String?
  private var starting = Starting.rests
  private var isClosed = false
  /// Downloaded objects that are not placed yet; nil while nothing is being placed.
  private var arrivals: [ContentID]?

  /// The task that starts groups.
  private enum Starting {
    case rests
    case runs
    /// It runs, and begins anew when it has ended.
    case runsAgain
  }

  /// Makes a downloader without wanted objects.
  package init(_ link: ObjectLink, known: KnownObjects, host: DownloadHost) {
    self.link = link
    self.known = known
    self.host = host
  }

  /// The executor of the actor: its own queue.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Requests objects, each to be placed at its path in the place of a placeholder.
  package func want(_ wanted: [(pointer: Pointer, path: WorkspacePath)], _ urgency: DownloadUrgency) {
    guard !isClosed else { return }
    for (pointer, path) in wanted {
      list.want(pointer, path, urgency, withdraw: begun.withdraw)
      if urgency > .background { agenda.clear(pointer.id) }
    }
    start()
  }

  /// Requests an object and waits for it; cancelling the wait does not cancel the download.
  ///
  /// - Parameter limit: the timeout.
  package func bring(_ pointer: Pointer, to path: WorkspacePath, limit: Duration) async -> AwaitedDownload {
    guard !isClosed else { return Self.stopping }
    want([(pointer, path)], .read)
    let number = list.nextNumber()
    let timer = Task {
      try? await Task.sleep(for: limit)
      self.expire(number, pointer.id)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[pointer.id, default: [:]][number] = $0 }
    } onCancel: {
      Task { await self.expire(number, pointer.id) }
    }
  }

  /// Cancels the downloads for these paths, except objects for which a reader waits.
  package func cancel(_ paths: Set<WorkspacePath>) {
    let (groups, objects) = list.cancel(paths, isAwaited: { waiters[$0] != nil }, withdraw: begun.withdraw)
    for run in groups { tasks[run]?.cancel() }
    for id in objects { agenda.clear(id) }
  }

  /// Forgets that downloads were cancelled: the objects are here.
  package func forgetCancelled(_ ids: [ContentID]) {
    for id in ids { list.forgetCancelled(id) }
  }

  /// Returns the status of an object's download; nil if it is not wanted and has no problem.
  package func state(of id: ContentID) -> DownloadProgress? {
    guard let item = list.items[id] else {
      let problem = agenda.problem(of: id) ?? (list.isCancelled(id) ? Self.cancelled : nil)
      return problem.map { DownloadProgress(received: nil, problem: $0) }
    }
    let received = item.run == nil && !item.isHere ? nil : progress.count(of: id) ?? 0
    let waits = received == nil && item.urgency == .background && item.pointer.size > PlaceholderRules.small
    let problem = agenda.problem(of: id) ?? progress.setback(of: id)?.description
    return DownloadProgress(received: received, problem: problem ?? (waits ? hindrance : nil))
  }

  /// Returns the statuses of the objects' downloads, without objects that are not wanted and have no problem.
  package func states(of ids: [ContentID]) -> [ContentID: DownloadProgress] {
    if list.items.isEmpty, list.hasNoCancelled, agenda.hasNoProblem { return [:] }
    var result: [ContentID: DownloadProgress] = [:]
    for id in ids { result[id] = state(of: id) }
    return result
  }

  /// Returns the number and total bytes of the objects still to be placed, and the reason why large ones wait.
  package func waiting() -> (count: Int, bytes: Int, hindrance: String?) {
    let bytes = [list.items, list.failed].reduce(0) { $1.values.reduce($0) { $0.saturatingAdd($1.pointer.size) } }
    return (list.items.count + list.failed.count, bytes, hindrance)
  }

  /// Returns the files whose objects do not arrive, with the reason; the downloader retries them.
  package func troubles() -> [TransferTrouble] {
    let found = [list.items, list.failed].flatMap { items in
      items.compactMap { id, item in
        agenda.trouble(of: id, progress.setback(of: id), paths: item.paths.map(\.string), isUpload: false)
      }
    }
    return found.sorted { ($0.paths.min() ?? "") < ($1.paths.min() ?? "") }
  }

  /// Retries the failed downloads at once.
  package func hurry() {
    guard !isClosed, agenda.hurry() else { return }
    tryAgain()
  }

  /// Checks again whether waiting downloads may begin, and whether postponed retries are due.
  package func look() {
    guard !isClosed else { return }
    // Until the scheduled retry no failed transfer begins.
    if agenda.awaitsRetry { start() } else { tryAgain() }
  }

  /// Cancels all downloads and waits for their end.
  func close() async {
    isClosed = true
    let tasks = tasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    list = DownloadList()
    for id in Array(waiters.keys) { answer(id, Self.stopping) }
  }

  private func start() {
    guard !isClosed else { return }
    // Making room for background downloads may take minutes: asked-for objects do not wait for that.
    startAsked()
    guard case .rests = starting else { return starting = .runsAgain }
    starting = .runsAgain
    Task { await self.startAll() }
  }

  private func startAll() async {
    while case .runsAgain = starting, !isClosed {
      starting = .runs
      startAsked()
      await startBackground()
    }
    starting = .rests
  }

  private func startAsked() {
    // Each awaited object gets its own group, without a limit on their number.
    while let item = list.next(.read) { run([item.pointer], .read) }
    while list.groups(.asked) < Self.runs {
      var group: [Pointer] = []
      var bytes = 0
      while Self.hasRoom(group.count * Self.runs, bytes), let item = list.next(.asked) {
        group.append(item.pointer)
        bytes = bytes.saturatingAdd(item.pointer.size)
      }
      if group.isEmpty { break }
      run(group, .asked)
    }
  }

  private static func hasRoom(_ count: Int, _ bytes: Int) -> Bool {
    count < group.most || count < group.small && bytes < smallBytes
  }

  private func startBackground() async {
    guard list.hasLine(.background), list.groups(.background) == 0 else { return }
    hindrance = await host.hindrance()
    let isShared = host.isShared()
    var group: [Pointer] = []
    var size = 0
    var bytes = list.roomOnTheWay(isShared: isShared)
    while Self.hasRoom(group.count, size), let item = list.next(.background) {
      let id = item.pointer.id
      bytes = bytes.saturatingAdd(DownloadList.room(item, isShared: isShared))
      let isFree = hindrance == nil || item.pointer.size <= PlaceholderRules.small
      guard isFree, await host.makeRoom(bytes) else {
        if isFree {
          agenda.note("the disk has no room for it (placeholders.keep_free in .stet/policy.toml)", of: id)
        }
        list.putBack(id)
        break
      }
      agenda.clear(id)
      group.append(item.pointer)
      size = size.saturatingAdd(item.pointer.size)
    }
    run(group, .background)
  }

  private func run(_ wanted: [Pointer], _ urgency: DownloadUrgency) {
    // Objects that were cancelled or raised in the meantime are not part of this group.
    guard let (number, pointers) = list.begin(wanted, urgency) else { return }
    begun.open(number)
    tasks[number] = Task { [link, progress, begun] in
      await link.move(.download, pointers, mayBegin: { begun.begin($0, in: number) }, progress: progress) {
        id, outcome in
        Task { await self.ended(id, in: number, outcome) }
      }
      self.finished(number)
    }
  }

  private func finished(_ number: Int) {
    tasks[number] = nil
    begun.forget(number)
    list.over(number)
    start()
  }

  private func ended(_ id: ContentID, in run: Int, _ outcome: TransferOutcome) async {
    // An object that was here already proves nothing about the remote: it may be the only copy.
    if outcome == .moved { known.add([id]) }
    let news = isClosed ? .nothing : list.ended(id, in: run, outcome)
    if list.items[id]?.run == nil { progress.forget(id) }
    switch news {
    case .nothing: break
    case .again: start()
    case .givenUp: answer(id, .failed("given up"))
    case .arrived(let item):
      agenda.noteSuccess(of: id)
      // An awaited object does not wait for other objects to be placed, and no object waits while a large film is
      // copied.
      if item.urgency == .read || item.pointer.size > PlaceholderRules.small {
        await place([id])
      } else {
        await placeArrival(id)
      }
    case .failed(let item):
      guard case .failed(let fault) = outcome else { break }
      if fault.deniesObject { known.remove([id]) }
      agenda.note(fault, of: id)
      var generator = SystemRandomNumberGenerator()
      agenda.postpone(item.pointer, after: fault, at: .now, using: &generator)
      // The download is retried later; a waiting reader is notified now.
      answer(id, .failed(fault.description))
      retryLater()
    }
  }

  /// Places a downloaded object; objects that arrive in the meantime are the next group.
  private func placeArrival(_ id: ContentID) async {
    guard arrivals == nil else {
      arrivals?.append(id)
      return
    }
    arrivals = [id]
    while let ids = arrivals, !ids.isEmpty {
      arrivals = []
      await place(ids)
    }
    arrivals = nil
  }

  private func place(_ ids: [ContentID]) async {
    var rest = ids.compactMap { list.items[$0] }
    while !rest.isEmpty {
      await host.arrived(rest.map { ($0.pointer, Array($0.paths)) })
      // Paths that were added in the meantime are next.
      rest = rest.compactMap { item in
        let more = list.placed(item.pointer.id, item.paths)
        if more.isEmpty { answer(item.pointer.id, .arrived) }
        return more.isEmpty ? nil : DownloadList.Item(pointer: item.pointer, paths: more, urgency: item.urgency)
      }
    }
  }

  private func answer(_ id: ContentID, _ outcome: AwaitedDownload) {
    for waiter in (waiters.removeValue(forKey: id) ?? [:]).values { waiter.resume(returning: outcome) }
  }

  private func retryLater() {
    var generator = SystemRandomNumberGenerator()
    let number = list.nextNumber()
    guard !isClosed, let wait = agenda.scheduleRetry(number, using: &generator) else { return }
    tasks[number] = Task {
      try? await Task.sleep(for: wait)
      self.retry(number)
    }
  }

  private func retry(_ number: Int) {
    tasks[number] = nil
    if !isClosed, agenda.beginRetry(number) { tryAgain() }
  }

  private func tryAgain() {
    let now = ContinuousClock.now
    list.tryAgain { agenda.mayRetry($0, at: now) }
    start()
  }

  private func expire(_ number: Int, _ id: ContentID) {
    let waiter = waiters[id]?.removeValue(forKey: number)
    if waiters[id]?.isEmpty == true { waiters[id] = nil }
    waiter?.resume(returning: .timedOut)
  }
}

/// The callbacks from the downloader to the workspace.
package struct DownloadHost: Sendable {
  /// Puts downloaded objects in the place of their placeholders.
  var arrived: @Sendable (_ objects: [(pointer: Pointer, paths: [WorkspacePath])]) async -> Void
  /// Returns why unasked large transfers wait; nil if they do not.
  var hindrance: @Sendable () async -> String?
  /// Returns whether a placed file shares the blocks of its object and so takes no disk space of its own.
  var isShared: @Sendable () -> Bool
  /// Makes room for a number of bytes; returns whether the disk has the room.
  var makeRoom: @Sendable (Int) async -> Bool

  /// Makes a host from its functions.
  package init(
    arrived: @escaping @Sendable (_ objects: [(pointer: Pointer, paths: [WorkspacePath])]) async -> Void,
    hindrance: @escaping @Sendable () async -> String?,
    isShared: @escaping @Sendable () -> Bool,
    makeRoom: @escaping @Sendable (Int) async -> Bool
  ) {
    self.arrived = arrived
    self.hindrance = hindrance
    self.isShared = isShared
    self.makeRoom = makeRoom
  }
}

/// The outcome of a download for which a reader waited.
package enum AwaitedDownload: Hashable, Sendable {
  /// The object is on this machine; its content is in the folder, unless a file there could not be replaced.
  case arrived
  /// The download was not finished at the timeout, or when the wait was cancelled; it goes on.
  case timedOut
  /// The download failed for this reason, or was given up; a failed one is retried later.
  case failed(String)
}

/// The status of an object's download.
package struct DownloadProgress: Sendable {
  /// The number of bytes received; nil while the download is not running.
  package var received: Int?
  /// The reason why the download waits or failed; nil for neither.
  package var problem: String?
}
