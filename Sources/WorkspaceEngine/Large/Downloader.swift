internal import GitObjects
internal import History
internal import LargeFiles
internal import Sync
internal import Threads

/// Brings the objects of large files: what somebody waits for first, then what was asked for, then what the policy wants.
///
/// Runs on a thread of its own; transfers run beside it.
actor Downloader {
  /// How many groups of objects that were asked for are on their way at once; of the background's it is one.
  private static let runs = 4
  /// How many objects a group has at the most.
  private static let group = 100

  private let executor = SerialQueue(label: "stet.download", isBackground: true)
  private let link: ObjectLink
  private let known: KnownObjects
  private let progress = TransferProgress()
  private let begun = BegunObjects()
  private let host: DownloadHost

  private var list = DownloadList()
  private var waiters: [ContentID: [Int: CheckedContinuation<String?, Never>]] = [:]
  private var problems: [ContentID: String] = [:]
  /// Of those with a problem, what did not come since the remote cannot be reached.
  private var unreachable: Set<ContentID> = []
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0
  /// Why nothing large comes by itself just now.
  private var hindrance: String?
  private var retry: Task<Void, Never>?
  private var schedule = RetrySchedule.offline
  private var generator = SystemRandomNumberGenerator()
  private var isStarting = false
  private var startsAgain = false
  private var isClosed = false
  /// Objects that came and are not in their places yet.
  private var arrivals: [ContentID] = []
  private var isPlacing = false

  /// Makes one that brings nothing before it is asked.
  init(_ link: ObjectLink, known: KnownObjects, host: DownloadHost) {
    self.link = link
    self.known = known
    self.host = host
  }

  /// Its own thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Has an object come, and put in the place of a placeholder.
  func want(_ wanted: [(pointer: Pointer, path: WorkspacePath)], _ urgency: DownloadUrgency) {
    guard !isClosed else { return }
    for (pointer, path) in wanted {
      list.want(pointer, path, urgency, withdraw: begun.withdraw)
      if urgency > .background { problems[pointer.id] = nil }
    }
    start()
  }

  /// Has an object come and waits for it; who is cancelled waits no more, and it comes all the same.
  ///
  /// - Returns: why it is not here after the time; nil where it is.
  func bring(_ pointer: Pointer, to path: WorkspacePath, limit: Duration) async -> String? {
    guard !isClosed else { return "the workspace is stopping" }
    want([(pointer, path)], .read)
    count += 1
    let number = count
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

  /// Gives up what is on its way to these paths, but for what somebody waits for.
  func cancel(_ paths: Set<WorkspacePath>) {
    let (groups, objects) = list.cancel(paths, isAwaited: { waiters[$0] != nil }, withdraw: begun.withdraw)
    for run in groups { tasks[run]?.cancel() }
    for id in objects { problems[id] = nil }
  }

  /// How the download of an object stands; nil where none is wanted and nothing went wrong.
  func standing(of id: ContentID) -> DownloadStanding? {
    guard let item = list.items[id] else { return problems[id].map { DownloadStanding(received: nil, problem: $0) } }
    let received = item.run == nil && !item.isHere ? nil : progress.count(of: id) ?? 0
    let waits = received == nil && item.urgency == .background && item.pointer.size > PlaceholderRules.small
    let problem = problems[id] ?? progress.setback(of: id)?.description
    return DownloadStanding(received: received, problem: problem ?? (waits ? hindrance : nil))
  }

  /// How the downloads of objects stand; those are left out that are not wanted and met no problem.
  func standings(of ids: [ContentID]) -> [ContentID: DownloadStanding] {
    if list.items.isEmpty, problems.isEmpty { return [:] }
    var result: [ContentID: DownloadStanding] = [:]
    for id in ids { result[id] = standing(of: id) }
    return result
  }

  /// How many objects are to come, and how many bytes of them; why large ones wait.
  func waiting() -> (count: Int, bytes: Int, hindrance: String?) {
    let bytes = [list.items, list.failed].reduce(0) { $1.values.reduce($0) { $0.saturatingAdd($1.pointer.size) } }
    return (list.items.count + list.failed.count, bytes, hindrance)
  }

  /// What does not come, and why; it is tried again.
  func troubles() -> [TransferTrouble] {
    let told = [list.items, list.failed].flatMap { items in
      items.compactMap { id, item in
        let setback = progress.setback(of: id)
        return (problems[id] ?? setback?.description).map { problem in
          TransferTrouble(
            paths: item.paths.map(\.string), reason: problem,
            isOffline: problems[id] == nil ? setback?.isOffline == true : unreachable.contains(id), isUpload: false)
        }
      }
    }
    return told.sorted { ($0.paths.min() ?? "") < ($1.paths.min() ?? "") }
  }

  /// Tries at once what failed before.
  func hurry() {
    guard retry != nil, !isClosed else { return }
    retry?.cancel()
    schedule.reset()
    tryAgain()
  }

  /// Looks again whether what waits may come.
  func look() { start() }

  /// Ends all that is going on.
  func close() async {
    isClosed = true
    retry?.cancel()
    let tasks = tasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    list = DownloadList()
    for id in Array(waiters.keys) { answer(id, "the workspace is stopping") }
  }

  private func start() {
    startsAgain = true
    guard !isClosed else { return }
    // Room for what comes by itself may take minutes to make: nobody who asked waits for that.
    startAsked()
    guard !isStarting else { return }
    isStarting = true
    Task { await self.startAll() }
  }

  private func startAll() async {
    while startsAgain, !isClosed {
      startsAgain = false
      startAsked()
      await startBackground()
    }
    isStarting = false
  }

  private func startAsked() {
    // One who waits gets a group of its own; there is always room for that.
    while let item = list.next(.read) { run([item.pointer], .read) }
    while list.groups(.asked) < Self.runs {
      var group: [Pointer] = []
      while group.count < Self.group / 4, let item = list.next(.asked) { group.append(item.pointer) }
      if group.isEmpty { break }
      run(group, .asked)
    }
  }

  private func startBackground() async {
    guard list.hasLine(.background), list.groups(.background) == 0 else { return }
    hindrance = await host.hindrance()
    let isShared = host.isShared()
    var group: [Pointer] = []
    var bytes = list.roomOnTheWay(isShared: isShared)
    while group.count < Self.group, let item = list.next(.background) {
      let id = item.pointer.id
      bytes = bytes.saturatingAdd(DownloadList.room(item, isShared: isShared))
      let isFree = hindrance == nil || item.pointer.size <= PlaceholderRules.small
      guard isFree, await host.makeRoom(bytes) else {
        if isFree {
          problems[id] = "the disk has no room for it (placeholders.keep_free in .stet/policy.toml)"
        }
        list.putBack(id)
        break
      }
      problems[id] = nil
      group.append(item.pointer)
    }
    run(group, .background)
  }

  private func run(_ wanted: [Pointer], _ urgency: DownloadUrgency) {
    // What was given up or asked for meanwhile is none of this group.
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
    // What was here already says nothing of the remote: it may be the only copy.
    if outcome == .moved { known.add([id]) }
    let news = isClosed ? .nothing : list.ended(id, in: run, outcome)
    if list.items[id]?.run == nil { progress.forget(id) }
    switch news {
    case .nothing: break
    case .again: start()
    case .givenUp: answer(id, "given up")
    case .arrived(let item):
      schedule.reset()
      problems[id] = nil
      unreachable.remove(id)
      // Who waits, waits for no group, and none waits while a film is copied.
      if item.urgency == .read || item.pointer.size > PlaceholderRules.small {
        await place([id])
      } else {
        arrivals.append(id)
        await placeArrivals()
      }
    case .failed:
      guard case .failed(let fault) = outcome else { break }
      if fault.deniesObject { known.remove([id]) }
      problems[id] = fault.description
      if fault.isOffline { unreachable.insert(id) } else { unreachable.remove(id) }
      // It is tried later; who waits is told now.
      answer(id, fault.description)
      retryLater()
    }
  }

  /// Has what came put in its place; what comes meanwhile is the next group.
  private func placeArrivals() async {
    guard !isPlacing else { return }
    isPlacing = true
    defer { isPlacing = false }
    while !arrivals.isEmpty {
      let ids = arrivals
      arrivals = []
      await place(ids)
    }
  }

  private func place(_ ids: [ContentID]) async {
    var rest = ids.compactMap { list.items[$0] }
    while !rest.isEmpty {
      await host.arrived(rest.map { ($0.pointer, Array($0.paths)) })
      // Paths that came to want them meanwhile are next.
      rest = rest.compactMap { item in
        let more = list.placed(item.pointer.id, item.paths)
        if more.isEmpty { answer(item.pointer.id, nil) }
        return more.isEmpty ? nil : DownloadList.Item(pointer: item.pointer, paths: more, urgency: item.urgency)
      }
    }
  }

  private func answer(_ id: ContentID, _ problem: String?) {
    for waiter in (waiters.removeValue(forKey: id) ?? [:]).values { waiter.resume(returning: problem) }
  }

  private func retryLater() {
    guard retry == nil, !isClosed else { return }
    let wait = schedule.next(using: &generator)
    retry = Task {
      guard (try? await Task.sleep(for: wait)) != nil else { return }
      self.tryAgain()
    }
  }

  private func tryAgain() {
    retry = nil
    list.tryAgain()
    start()
  }

  private func expire(_ number: Int, _ id: ContentID) {
    let waiter = waiters[id]?.removeValue(forKey: number)
    if waiters[id]?.isEmpty == true { waiters[id] = nil }
    waiter?.resume(returning: "it is still on its way")
  }
}
