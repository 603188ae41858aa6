internal import GitObjects
internal import LargeFiles

/// What is to come, in which order, and what became of it: the decisions of the downloader.
///
/// A value: what happens is told to it, what to do next is asked of it. An object is wanted or has failed, never both; in
/// a group that moves it is until its outcome is told, also when nobody wants it any more.
struct DownloadList: Sendable {
  /// An object that is to come.
  struct Item: Hashable, Sendable {
    /// What it is.
    var pointer: Pointer
    /// Where it is to be placed.
    var paths: Set<WorkspacePath>
    /// How soon.
    var urgency: DownloadUrgency
    /// The group that brings it; nil while it waits, and when it is here.
    var run: Int?
    /// Whether it is here and being placed.
    var isHere = false
  }

  /// What an outcome means.
  enum News: Hashable, Sendable {
    /// Nothing: nobody wants it any more, or another group brings it.
    case nothing
    /// It is here and is to be placed.
    case arrived(Item)
    /// It did not come; it is among those that wait for the next try.
    case failed(Item)
    /// It was given up and is wanted again: it waits to be begun.
    case again
    /// All was given up.
    case givenUp
  }

  private struct Group: Sendable {
    var urgency: DownloadUrgency
    /// What was not told the end of.
    var open: Set<ContentID>
    var isGivenUp = false
    var isOver = false
  }

  /// What is to come.
  private(set) var items: [ContentID: Item] = [:]
  /// What did not come, until the next try.
  private(set) var failed: [ContentID: Item] = [:]
  private var groups: [Int: Group] = [:]
  /// The groups of which an object's outcome is still to be told.
  private var holders: [ContentID: Int] = [:]
  /// What is to be begun, by urgency; who was begun, raised or given up meanwhile is passed over.
  private var lines: [DownloadUrgency: [ContentID]] = [:]
  /// Whether the background's line is in order: the smallest last.
  private var isOrdered = true
  private var count = 0

  /// Nothing is wanted.
  init() {}

  /// How many bytes an object takes: itself, and a copy at each of its places unless those share its blocks.
  static func room(_ item: Item, isShared: Bool) -> Int {
    item.pointer.size.saturatingMultiply(isShared ? 1 : 1 + item.paths.count)
  }

  /// The bytes that what is on its way may still take.
  func roomOnTheWay(isShared: Bool) -> Int {
    groups.values.reduce(0) { sum, group in
      group.open.reduce(sum) { sum, id in
        sum.saturatingAdd(items[id].map { Self.room($0, isShared: isShared) } ?? 0)
      }
    }
  }

  /// How many groups of an urgency are on their way.
  func groups(_ urgency: DownloadUrgency) -> Int {
    groups.values.count { !$0.isOver && $0.urgency == urgency }
  }

  /// Whether something of an urgency may wait to be begun.
  func hasLine(_ urgency: DownloadUrgency) -> Bool { lines[urgency]?.isEmpty == false }

  /// An object is wanted at a path.
  ///
  /// What failed waits for its next try unless somebody asks for it. What is in a group for which it would have to wait is
  /// taken out of it, if it has not begun there.
  ///
  /// - Parameter withdraw: takes an object out of a group; whether it had not begun.
  mutating func want(
    _ pointer: Pointer, _ path: WorkspacePath, _ urgency: DownloadUrgency, withdraw: (ContentID, Int) -> Bool
  ) {
    let id = pointer.id
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
    // Given up, and still coming with the rest of its group.
    if isNew, let holder = holders[id], groups[holder]?.isGivenUp == false { item.run = holder }
    if let run = item.run, let group = groups[run], group.urgency < item.urgency, withdraw(id, run) {
      leave(id, run)
      item.run = nil
      isToBegin = true
    }
    items[id] = item
    if isToBegin, item.run == nil, !item.isHere, holders[id] == nil { enqueue(id, item.urgency) }
  }

  /// Nobody wants these paths any more.
  ///
  /// - Parameters:
  ///   - isAwaited: whether somebody waits for an object; then it comes.
  ///   - withdraw: as for `want`.
  /// - Returns: the groups of which nothing is wanted any more, and the objects that are not to come any more.
  mutating func cancel(
    _ paths: Set<WorkspacePath>, isAwaited: (ContentID) -> Bool, withdraw: (ContentID, Int) -> Bool
  ) -> (groups: [Int], objects: [ContentID]) {
    var left: Set<Int> = []
    var objects: [ContentID] = []
    for (id, item) in failed where !item.paths.isDisjoint(with: paths) {
      failed[id]?.paths.subtract(paths)
      if item.paths.isSubset(of: paths) {
        failed[id] = nil
        objects.append(id)
      }
    }
    for (id, item) in items where !item.paths.isDisjoint(with: paths) && !isAwaited(id) {
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

  /// Takes the next that is to be begun; of the background's the smallest.
  mutating func next(_ urgency: DownloadUrgency) -> Item? {
    if urgency == .background, !isOrdered {
      isOrdered = true
      let waiting = (lines[.background] ?? []).compactMap { items[$0]?.pointer }
      lines[.background] = waiting.sorted { ($0.size, $0.id) > ($1.size, $1.id) }.map(\.id)
    }
    while let id = lines[urgency]?.popLast() { if let item = waiting(id, urgency) { return item } }
    return nil
  }

  /// Puts one back that was taken and cannot be begun.
  mutating func putBack(_ id: ContentID) {
    if let item = items[id], item.run == nil, !item.isHere { lines[item.urgency, default: []].append(id) }
  }

  /// Those of what was taken that are still to be begun at that urgency are a group from now on: its number, and they.
  mutating func begin(_ taken: [Pointer], _ urgency: DownloadUrgency) -> (run: Int, pointers: [Pointer])? {
    let pointers = taken.filter { waiting($0.id, urgency) != nil }
    guard !pointers.isEmpty else { return nil }
    count += 1
    groups[count] = Group(urgency: urgency, open: Set(pointers.map(\.id)))
    for pointer in pointers {
      items[pointer.id]?.run = count
      holders[pointer.id] = count
    }
    return (count, pointers)
  }

  /// What became of an object in a group.
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
      // Who waited was told.
      item.urgency = min(item.urgency, .asked)
      failed[id] = item
      return .failed(item)
    }
  }

  /// A group is over; what has not been told of it still is.
  mutating func over(_ run: Int) {
    groups[run]?.isOver = true
    if groups[run]?.open.isEmpty == true { groups[run] = nil }
  }

  /// An object was placed at these paths.
  ///
  /// - Returns: the paths that came to want it meanwhile; where there are none it is done with.
  mutating func placed(_ id: ContentID, _ paths: Set<WorkspacePath>) -> Set<WorkspacePath> {
    let more = items[id]?.paths.subtracting(paths) ?? []
    items[id]?.paths = more
    if more.isEmpty { items[id] = nil }
    return more
  }

  /// The time for the next try has come.
  mutating func tryAgain() {
    for (id, item) in failed {
      items[id] = item
      enqueue(id, item.urgency)
    }
    failed = [:]
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
