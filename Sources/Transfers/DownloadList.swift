internal import GitObjects
internal import LargeFiles
internal import Values

/// The decisions of the downloader: the objects to download, their order and their outcomes.
///
/// A pure value: the downloader reports each event to it and asks it for the next step. An object is either wanted or
/// failed, never both. An object of a running group stays in the group until its outcome arrives, even if nobody wants
/// it any more.
struct DownloadList: Sendable {
  /// An object to download.
  struct Item: Hashable, Sendable {
    /// The object and its size.
    var pointer: Pointer
    /// The paths at which the object is to be placed.
    var paths: Set<WorkspacePath>
    var urgency: DownloadUrgency
    /// The group that downloads the object; nil while it waits, and once it is here.
    var run: Int?
    /// Whether the object is here and is being placed.
    var isHere = false
  }

  /// The consequence of an outcome.
  enum News: Hashable, Sendable {
    /// Nothing: nobody wants the object any more, or another group downloads it.
    case nothing
    /// The object is here and is to be placed.
    case arrived(Item)
    /// The download failed; the object waits for the next retry.
    case failed(Item)
    /// The download was cancelled and the object is wanted again: it waits for a group.
    case again
    /// The download was cancelled.
    case givenUp
  }

  private struct Group: Sendable {
    var urgency: DownloadUrgency
    /// The objects whose outcome has not arrived.
    var open: Set<ContentID>
    var isGivenUp = false
    var isOver = false
  }

  /// The wanted objects.
  private(set) var items: [ContentID: Item] = [:]
  /// The objects whose download failed, until the next retry.
  private(set) var failed: [ContentID: Item] = [:]
  /// The paths of cancelled downloads, by object: only a request, or a restart, begins such a download again.
  private var cancelled: [ContentID: Set<WorkspacePath>] = [:]
  private var groups: [Int: Group] = [:]
  /// The running group that is still to deliver an object's outcome, by object.
  private var holders: [ContentID: Int] = [:]
  /// The objects waiting for a group, by urgency; an object that was begun, raised or cancelled in the meantime is
  /// skipped.
  private var lines: [DownloadUrgency: [ContentID]] = [:]
  /// Whether the background queue is sorted: the smallest object last.
  private var isOrdered = true
  private var count = 0

  init() {}

  /// Returns the bytes of disk space that an object takes: the object itself, and a copy at each of its paths unless
  /// the copies share its blocks.
  static func room(_ item: Item, isShared: Bool) -> Int {
    item.pointer.size.saturatingMultiply(isShared ? 1 : 1 + item.paths.count)
  }

  /// Returns the bytes that the running downloads may still take.
  func roomOnTheWay(isShared: Bool) -> Int {
    groups.values.reduce(0) { sum, group in
      group.open.reduce(sum) { sum, id in
        sum.saturatingAdd(items[id].map { Self.room($0, isShared: isShared) } ?? 0)
      }
    }
  }

  /// Returns the number of running groups of an urgency.
  func groups(_ urgency: DownloadUrgency) -> Int {
    groups.values.count { !$0.isOver && $0.urgency == urgency }
  }

  /// Whether no download is cancelled.
  var hasNoCancelled: Bool { cancelled.isEmpty }

  /// Whether a download of an object is cancelled that nobody has requested since.
  func isCancelled(_ id: ContentID) -> Bool { cancelled[id] != nil }

  /// Forgets that the download of an object was cancelled.
  mutating func forgetCancelled(_ id: ContentID) { cancelled[id] = nil }

  /// Whether an object of an urgency may be waiting for a group.
  func hasLine(_ urgency: DownloadUrgency) -> Bool { lines[urgency]?.isEmpty == false }

  /// Adds an object that is wanted at a path.
  ///
  /// An object whose download failed waits for the next retry unless somebody asks for it; a download that the person
  /// cancelled begins again only if somebody asks for it. An object in a less urgent group is withdrawn from that group if
  /// it has not begun.
  ///
  /// - Parameter withdraw: withdraws an object from a group; returns whether the object had not begun.
  mutating func want(
    _ pointer: Pointer, _ path: WorkspacePath, _ urgency: DownloadUrgency, withdraw: (ContentID, Int) -> Bool
  ) {
    let id = pointer.id
    if urgency == .background, cancelled[id]?.contains(path) == true { return }
    cancelled[id]?.remove(path)
    if cancelled[id]?.isEmpty == true { cancelled[id] = nil }
    if urgency == .background, failed[id] != nil {
      failed[id]?.paths.insert(path)
      return
    }
    var item = items[id] ?? Item(pointer: pointer, paths: [], urgency: urgency)
    let isNew = items[id] == nil
    if let before = failed.removeValue(forKey: id) { item.paths.formUnion(before.paths) }
    item.paths.insert(path)
    var isToBegin = isNew || item.urgency < urgency
    item.urgency = max(item.urgency, urgency)
    // The object was cancelled and is still coming with the rest of its group.
    if isNew, let holder = holders[id], groups[holder]?.isGivenUp == false { item.run = holder }
    if let run = item.run, let group = groups[run], group.urgency < item.urgency, withdraw(id, run) {
      leave(id, run)
      item.run = nil
      isToBegin = true
    }
    items[id] = item
    if isToBegin, item.run == nil, !item.isHere, holders[id] == nil { enqueue(id, item.urgency) }
  }

  /// Removes paths from the wanted ones.
  ///
  /// - Parameters:
  ///   - isAwaited: returns whether somebody waits for an object; such an object is still downloaded.
  ///   - withdraw: as for `want`.
  /// - Returns: the groups of which no object is wanted any more, and the objects that are no longer wanted.
  mutating func cancel(
    _ paths: Set<WorkspacePath>, isAwaited: (ContentID) -> Bool, withdraw: (ContentID, Int) -> Bool
  ) -> (groups: [Int], objects: [ContentID]) {
    var left: Set<Int> = []
    var objects: [ContentID] = []
    for (id, item) in failed where !item.paths.isDisjoint(with: paths) {
      cancelled[id, default: []].formUnion(item.paths.intersection(paths))
      failed[id]?.paths.subtract(paths)
      if item.paths.isSubset(of: paths) {
        failed[id] = nil
        objects.append(id)
      }
    }
    for (id, item) in items where !item.paths.isDisjoint(with: paths) && !isAwaited(id) {
      cancelled[id, default: []].formUnion(item.paths.intersection(paths))
      guard item.paths.isSubset(of: paths) else {
        items[id]?.paths.subtract(paths)
        continue
      }
      items[id] = nil
      objects.append(id)
      guard let run = item.run else { continue }
      if withdraw(id, run) { leave(id, run) }
      left.insert(run)
    }
    let over = left.filter { run in groups[run]?.open.allSatisfy { items[$0] == nil } ?? false }
    for run in over { groups[run]?.isGivenUp = true }
    return (over.sorted(), objects)
  }

  /// Takes the next waiting object; the smallest one in the background queue.
  mutating func next(_ urgency: DownloadUrgency) -> Item? {
    if urgency == .background, !isOrdered {
      isOrdered = true
      let waiting = (lines[.background] ?? []).compactMap { items[$0]?.pointer }
      lines[.background] = waiting.sorted { ($0.size, $0.id) > ($1.size, $1.id) }.map(\.id)
    }
    while let id = lines[urgency]?.popLast() { if let item = waiting(id, urgency) { return item } }
    return nil
  }

  /// Returns an object to its queue after `next` took it, if it cannot be begun.
  mutating func putBack(_ id: ContentID) {
    if let item = items[id], item.run == nil, !item.isHere { lines[item.urgency, default: []].append(id) }
  }

  /// Makes a new group of those taken objects that still wait at the urgency.
  ///
  /// - Returns: the number of the group, and its objects; nil if no object is left.
  mutating func begin(_ taken: [Pointer], _ urgency: DownloadUrgency) -> (run: Int, pointers: [Pointer])? {
    let pointers = taken.filter { waiting($0.id, urgency) != nil }
    guard !pointers.isEmpty else { return nil }
    let number = nextNumber()
    groups[number] = Group(urgency: urgency, open: Set(pointers.map(\.id)))
    for pointer in pointers {
      items[pointer.id]?.run = number
      holders[pointer.id] = number
    }
    return (number, pointers)
  }

  /// Returns a number that no group has.
  mutating func nextNumber() -> Int {
    count += 1
    return count
  }

  /// Records the outcome of an object in a group.
  mutating func ended(_ id: ContentID, in run: Int, _ outcome: TransferOutcome) -> News {
    guard groups[run]?.open.contains(id) == true else { return .nothing }
    leave(id, run)
    guard var item = items[id], !item.isHere else { return .nothing }
    let isOfGroup = item.run == run
    item.run = nil
    switch outcome {
    case .moved, .present:
      item.isHere = true
      items[id] = item
      return .arrived(item)
    case .failed(let fault):
      guard isOfGroup else {
        enqueue(id, item.urgency)
        return .again
      }
      items[id] = nil
      if fault == .cancelled { return .givenUp }
      // Those who waited for the object have been notified.
      item.urgency = min(item.urgency, .asked)
      failed[id] = item
      return .failed(item)
    }
  }

  /// Records that a group has ended; outcomes that have not arrived still arrive.
  mutating func over(_ run: Int) {
    groups[run]?.isOver = true
    if groups[run]?.open.isEmpty == true { groups[run] = nil }
  }

  /// Records that an object was placed at these paths.
  ///
  /// - Returns: the paths that were added in the meantime; if there are none, the object is done.
  mutating func placed(_ id: ContentID, _ paths: Set<WorkspacePath>) -> Set<WorkspacePath> {
    let more = items[id]?.paths.subtracting(paths) ?? []
    items[id]?.paths = more
    if more.isEmpty { items[id] = nil }
    return more
  }

  /// Moves failed objects back to the queues, for the next retry.
  ///
  /// - Parameter mayRetry: returns whether the retry of an object is due.
  mutating func tryAgain(where mayRetry: (ContentID) -> Bool = { _ in true }) {
    for (id, item) in failed where mayRetry(id) {
      failed[id] = nil
      items[id] = item
      enqueue(id, item.urgency)
    }
  }

  private mutating func enqueue(_ id: ContentID, _ urgency: DownloadUrgency) {
    lines[urgency, default: []].append(id)
    if urgency == .background { isOrdered = false }
  }

  private func waiting(_ id: ContentID, _ urgency: DownloadUrgency) -> Item? {
    guard let item = items[id], item.run == nil, !item.isHere, item.urgency == urgency, holders[id] == nil else {
      return nil
    }
    return item
  }

  private mutating func leave(_ id: ContentID, _ run: Int) {
    groups[run]?.open.remove(id)
    if holders[id] == run { holders[id] = nil }
    if groups[run]?.isOver == true, groups[run]?.open.isEmpty == true { groups[run] = nil }
  }
}

/// The urgency of a download.
package enum DownloadUrgency: Int, Comparable, Sendable {
  /// The policy wants the object here: download it while the disk has room and the network and power conditions allow
  /// it.
  case background
  /// A person or an agent asked for the object.
  case asked
  /// A reader waits for the object.
  case read

  package static func < (left: DownloadUrgency, right: DownloadUrgency) -> Bool { left.rawValue < right.rawValue }
}
