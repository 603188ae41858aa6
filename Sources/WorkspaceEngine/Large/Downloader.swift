internal import GitObjects
internal import History
internal import LargeFiles
internal import Sync

/// Brings the objects of large files: what somebody waits for first, then what was asked for, then what the policy wants.
///
/// Runs on a thread of its own; transfers run beside it.
actor Downloader {
  private struct Item {
    var pointer: Pointer
    var paths: Set<WorkspacePath>
    var urgency: DownloadUrgency
    var run: Int?
    var waiters: [Int: CheckedContinuation<String?, Never>] = [:]
  }

  /// How many groups of objects are on their way at once; a group of the background's is one of them.
  private static let runs = 4
  /// How many objects a group has at the most.
  private static let group = 100

  private let executor = SerialQueue(label: "stet.download", isBackground: true)
  private let link: ObjectLink
  private let known: KnownObjects
  private let progress = TransferProgress()
  private let host: DownloadHost

  private var items: [ContentID: Item] = [:]
  private var problems: [ContentID: String] = [:]
  /// Of those with a problem, what did not come since the remote cannot be reached.
  private var unreachable: Set<ContentID> = []
  private var running: [Int: (urgency: DownloadUrgency, task: Task<Void, Never>)] = [:]
  private var count = 0
  /// Why nothing large comes by itself just now.
  private var hindrance: String?
  private var failed: [(pointer: Pointer, paths: Set<WorkspacePath>, urgency: DownloadUrgency)] = []
  private var retry: Task<Void, Never>?
  private var schedule = RetrySchedule.offline
  private var generator = SystemRandomNumberGenerator()
  private var isStarting = false
  private var startsAgain = false
  /// What is to be begun, by urgency; who was begun, raised or given up meanwhile is passed over.
  private var lines: [DownloadUrgency: [ContentID]] = [:]
  /// Whether the background's line is in order: the smallest last.
  private var isOrdered = true
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
      var item = items[pointer.id] ?? Item(pointer: pointer, paths: [], urgency: urgency)
      item.paths.insert(path)
      let isNew = items[pointer.id] == nil || item.urgency < urgency
      item.urgency = max(item.urgency, urgency)
      items[pointer.id] = item
      if isNew, item.run == nil { enqueue(pointer.id, item.urgency) }
      if urgency > .background { problems[pointer.id] = nil }
    }
    start()
  }

  /// Has an object come and waits for it.
  ///
  /// - Returns: why it is not here after the time; nil where it is.
  func bring(_ pointer: Pointer, to path: WorkspacePath, limit: Duration) async -> String? {
    want([(pointer, path)], .read)
    count += 1
    let number = count
    guard items[pointer.id] != nil else { return problems[pointer.id] ?? "the workspace is stopping" }
    let timer = Task {
      try? await Task.sleep(for: limit)
      self.expire(number, pointer.id)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { items[pointer.id]?.waiters[number] = $0 }
  }

  /// Gives up what is on its way to these paths, but for what somebody waits for.
  func cancel(_ paths: Set<WorkspacePath>) {
    for (id, item) in items where item.waiters.isEmpty && item.paths.isSubset(of: paths) {
      items[id] = nil
      if let run = item.run, !items.values.contains(where: { $0.run == run }) { running[run]?.task.cancel() }
    }
  }

  /// How the download of an object stands; nil where none is wanted and nothing went wrong.
  func standing(of id: ContentID) -> DownloadStanding? {
    guard let item = items[id] else { return problems[id].map { DownloadStanding(received: nil, problem: $0) } }
    let received = item.run == nil ? nil : progress.count(of: id) ?? 0
    let waits = item.run == nil && item.urgency == .background && item.pointer.size > PlaceholderRules.small
    return DownloadStanding(received: received, problem: problems[id] ?? (waits ? hindrance : nil))
  }

  /// How the downloads of objects stand; those are left out that are not wanted and met no problem.
  func standings(of ids: [ContentID]) -> [ContentID: DownloadStanding] {
    if items.isEmpty, problems.isEmpty { return [:] }
    var result: [ContentID: DownloadStanding] = [:]
    for id in ids { result[id] = standing(of: id) }
    return result
  }

  /// How many objects are to come, and how many bytes of them; why large ones wait.
  func waiting() -> (count: Int, bytes: Int, hindrance: String?) {
    let again = failed.filter { items[$0.pointer.id] == nil }
    let bytes = items.values.reduce(0) { $0 + $1.pointer.size } + again.reduce(0) { $0 + $1.pointer.size }
    return (items.count + again.count, bytes, hindrance)
  }

  /// What does not come, and why; it is tried again.
  func troubles() -> [TransferTrouble] {
    var wanted: [ContentID: Set<WorkspacePath>] = [:]
    for item in failed { wanted[item.pointer.id] = item.paths }
    for (id, item) in items { wanted[id] = item.paths }
    let told = wanted.compactMap { id, paths in
      problems[id].map { problem in
        TransferTrouble(
          paths: paths.map(\.string), reason: problem, isOffline: unreachable.contains(id), isUpload: false)
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
    let tasks = running.values.map(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    for id in Array(items.keys) { end(id, "the workspace is stopping") }
  }

  private func enqueue(_ id: ContentID, _ urgency: DownloadUrgency) {
    lines[urgency, default: []].append(id)
    if urgency == .background { isOrdered = false }
  }

  private func start() {
    startsAgain = true
    guard !isStarting, !isClosed else { return }
    isStarting = true
    Task { await self.startAll() }
  }

  private func startAll() async {
    while startsAgain, !isClosed {
      startsAgain = false
      // One who waits gets a group of its own; there is always room for that.
      while let pointer = next(.read) { run([pointer], .read) }
      while running.values.count(where: { $0.urgency == .asked }) < Self.runs {
        var group: [Pointer] = []
        while group.count < Self.group / 4, let pointer = next(.asked) { group.append(pointer) }
        if group.isEmpty { break }
        run(group, .asked)
      }
      await startBackground()
    }
    isStarting = false
  }

  private func startBackground() async {
    guard lines[.background]?.isEmpty == false, !running.values.contains(where: { $0.urgency == .background }) else {
      return
    }
    hindrance = await host.hindrance()
    if !isOrdered {
      isOrdered = true
      let waiting = (lines[.background] ?? []).compactMap { items[$0]?.pointer }
      lines[.background] = waiting.sorted { ($0.size, $0.id) > ($1.size, $1.id) }.map(\.id)
    }
    var group: [Pointer] = []
    var bytes = 0
    while group.count < Self.group, let pointer = next(.background) {
      bytes += pointer.size
      let isFree = hindrance == nil || pointer.size <= PlaceholderRules.small
      let hasRoom = isFree ? await host.makeRoom(bytes) : false
      guard hasRoom, let item = items[pointer.id], item.run == nil else {
        if isFree, !hasRoom {
          problems[pointer.id] = "the disk has no room for it (placeholders.keep_free in .stet/policy.toml)"
        }
        lines[.background, default: []].append(pointer.id)
        break
      }
      problems[pointer.id] = nil
      group.append(pointer)
    }
    group.removeAll { items[$0.id] == nil || items[$0.id]?.run != nil }
    if !group.isEmpty { run(group, .background) }
  }

  /// Takes the next of a line that is still to be begun.
  private func next(_ urgency: DownloadUrgency) -> Pointer? {
    while let id = lines[urgency]?.popLast() {
      if let item = items[id], item.run == nil, item.urgency == urgency { return item.pointer }
    }
    return nil
  }

  private func run(_ pointers: [Pointer], _ urgency: DownloadUrgency) {
    count += 1
    let number = count
    for pointer in pointers { items[pointer.id]?.run = number }
    let task = Task { [link, progress] in
      await link.move(.download, pointers, progress: progress.note) { id, outcome in
        Task { await self.ended(id, outcome) }
      }
      self.finished(number)
    }
    running[number] = (urgency, task)
  }

  private func finished(_ number: Int) {
    running[number] = nil
    start()
  }

  private func ended(_ id: ContentID, _ outcome: TransferOutcome) async {
    progress.forget(id)
    guard let item = items[id] else { return }
    switch outcome {
    case .moved, .present:
      // What was here already says nothing of the remote: it may be the only copy.
      if outcome == .moved { known.add([id]) }
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
    case .failed(.cancelled): end(id, "given up")
    case .failed(let fault):
      if fault.deniesObject { known.remove([id]) }
      problems[id] = fault.description
      if case .offline = fault { unreachable.insert(id) } else { unreachable.remove(id) }
      // Another group has it, or it is tried later; who waits is told now.
      let paths = item.paths
      let urgency = item.urgency
      end(id, fault.description)
      if !isClosed { retryLater(item.pointer, paths, min(urgency, .asked)) }
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
    var paths: [ContentID: Set<WorkspacePath>] = [:]
    for id in ids { paths[id] = items[id]?.paths }
    await host.arrived(ids.compactMap { id in items[id].map { ($0.pointer, Array($0.paths)) } })
    for id in ids {
      // A path that came to want it meanwhile.
      if let item = items[id], !item.paths.subtracting(paths[id] ?? []).isEmpty {
        await host.arrived([(item.pointer, Array(item.paths.subtracting(paths[id] ?? [])))])
      }
      end(id, nil)
    }
  }

  private func end(_ id: ContentID, _ problem: String?) {
    guard let item = items.removeValue(forKey: id) else { return }
    for waiter in item.waiters.values { waiter.resume(returning: problem) }
  }

  private func retryLater(_ pointer: Pointer, _ paths: Set<WorkspacePath>, _ urgency: DownloadUrgency) {
    failed.append((pointer, paths, urgency))
    guard retry == nil else { return }
    let wait = schedule.next(using: &generator)
    retry = Task {
      guard (try? await Task.sleep(for: wait)) != nil else { return }
      self.tryAgain()
    }
  }

  private func tryAgain() {
    retry = nil
    let again = failed
    failed = []
    for item in again where items[item.pointer.id] == nil {
      items[item.pointer.id] = Item(pointer: item.pointer, paths: item.paths, urgency: item.urgency)
      enqueue(item.pointer.id, item.urgency)
    }
    start()
  }

  private func expire(_ number: Int, _ id: ContentID) {
    items[id]?.waiters.removeValue(forKey: number)?.resume(returning: "it is still on its way")
  }
}
